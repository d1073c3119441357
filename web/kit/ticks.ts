/** Round positions on an axis of `count` positions and `room` pixels, at least `apart` pixels from each other. */
export function ticks(count: number, room: number, apart = 36): number[] {
  const most = Math.max(1, Math.floor(room / apart));
  let step = 1;
  while (count / step > most) step *= 2;
  const places: number[] = [];
  for (let at = 0; at < count; at += step) places.push(at);
  return places;
}
