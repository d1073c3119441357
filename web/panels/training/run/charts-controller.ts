import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { TrainView } from '../view.js';
import { renderCharts } from './charts.js';
import type { Moment } from './moments.js';

/** How the curves of a run are shown, and the way from them to a kept moment. */
export class ChartsController {
  private log = false;
  private asTable = false;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly rewind: (moment: Moment) => Promise<void>,
  ) {}

  render(view: TrainView): TemplateResult {
    const { run } = view;
    return renderCharts(view, {
      log: this.log,
      asTable: this.asTable,
      setLog: (on) => {
        this.log = on;
        this.host.requestUpdate();
      },
      setTable: (on) => {
        this.asTable = on;
        this.host.requestUpdate();
      },
      pick: async (update) => {
        const moment = run.moments.towards(update, run.update);
        if (moment) await this.rewind(moment);
      },
    });
  }
}
