export interface PlaybackOptions {
  /** Milliseconds from the present step to the next. */
  interval(): number;
  /** Takes one step; resolves to whether there is another one. */
  advance(): boolean | Promise<boolean>;
  /** Called when playing begins and when it ends. */
  changed(): void;
}

/**
 * Takes steps one after the other until there are no more, or it is paused. The next one is waited for only after a
 * step is done, so that slow steps do not pile up. It knows nothing of pages: there, `PlaybackController` pauses it.
 */
export class Playback {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts up with every start and pause, so that a step which is still under way ends what it began. */
  private turn = 0;
  private on = false;

  constructor(private readonly options: PlaybackOptions) {}

  get playing(): boolean {
    return this.on;
  }

  /** The first step is taken after `wait` milliseconds. Nothing happens if it plays already. */
  play(wait = this.options.interval()): void {
    if (this.on) return;
    this.on = true;
    this.turn += 1;
    this.schedule(this.turn, wait);
    this.options.changed();
  }

  pause(): void {
    if (!this.on) return;
    this.on = false;
    this.turn += 1;
    clearTimeout(this.timer);
    this.options.changed();
  }

  private schedule(turn: number, wait: number): void {
    // A step that throws ends the playing, and the browser reports it as it does for any handler.
    this.timer = setTimeout(() => void this.step(turn), wait);
  }

  private async step(turn: number): Promise<void> {
    let more = false;
    try {
      more = await this.options.advance();
    } finally {
      if (turn === this.turn) {
        if (more) this.schedule(turn, this.options.interval());
        else this.pause();
      }
    }
  }
}
