import { placeOf } from './prose-layout';

export default placeOf('localNav');
