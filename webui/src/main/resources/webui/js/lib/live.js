// @ts-check
/**
 * A stream of server-sent events that heals itself.
 *
 * While the browser's EventSource reconnects, it resumes by Last-Event-ID on its own. Where it gives
 * up (the server answered with an error), a new one is opened after a growing pause, behind the last
 * event that has come. A server that does not know this event begins anew: readers must bear
 * repetition.
 */

import { checkLogin } from "./api.js";

const FIRST_PAUSE_MILLIS = 1_000;
const LONGEST_PAUSE_MILLIS = 15_000;
/** Shorter breaks are not worth a word. */
const PATIENCE_MILLIS = 2_000;

/** @typedef {"connecting" | "open" | "lost"} LinkState */

export class LiveStream {
  /**
   * @param {string} url
   * @param {Record<string, (data: any, id: number) => void>} handlers by event name; they are given
   *   the event's number too
   * @param {(state: LinkState) => void} onState
   * @param {number} after the last event that is known already; 0 for none
   */
  constructor(url, handlers, onState, after = 0) {
    this.url = url;
    this.after = after;
    this.handlers = handlers;
    this.onState = onState;
    this.pauseMillis = FIRST_PAUSE_MILLIS;
    /** @type {LinkState} */
    this.state = "connecting";
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.reopening = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.losing = undefined;
    this.#open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.reopening);
    clearTimeout(this.losing);
    this.source?.close();
  }

  /** Tries at once, for a user who does not want to wait. */
  retry() {
    if (!this.closed && this.state !== "open") {
      clearTimeout(this.reopening);
      this.source?.close();
      this.#open();
    }
  }

  #open() {
    const source = new EventSource(this.after > 0 ? `${this.url}?after=${this.after}` : this.url);
    this.source = source;
    source.onopen = () => {
      this.pauseMillis = FIRST_PAUSE_MILLIS;
      clearTimeout(this.losing);
      this.losing = undefined;
      this.#become("open");
    };
    source.onerror = () => this.#broken(source);
    for (const [name, handle] of Object.entries(this.handlers)) {
      source.addEventListener(name, (event) => this.#take(handle, event));
    }
  }

  /** @param {(data: any, id: number) => void} handle @param {MessageEvent} event */
  #take(handle, event) {
    let data;
    try {
      data = JSON.parse(event.data);
    } catch (cutOff) {
      console.warn(`An event of ${this.url} holds no JSON and is left out.`);
      return;
    }
    this.after = Number(event.lastEventId) || this.after;
    handle(data, this.after);
  }

  /** @param {EventSource} source */
  #broken(source) {
    if (this.closed || source !== this.source) {
      return;
    }
    this.losing ??= setTimeout(() => this.#become("lost"), PATIENCE_MILLIS);
    if (source.readyState === EventSource.CLOSED) {
      clearTimeout(this.reopening);
      this.reopening = setTimeout(() => this.#open(), this.pauseMillis);
      // Where the server does not answer, the next attempt will tell.
      checkLogin().catch(() => {});
      this.pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, this.pauseMillis * 2);
    }
  }

  /** @param {LinkState} state */
  #become(state) {
    if (state !== this.state) {
      this.state = state;
      this.onState(state);
    }
  }
}
