/** What an action returns. Nobody waits for one that takes its time, so it never rejects: it says itself what goes wrong. */
export type Act = void | Promise<void>;
