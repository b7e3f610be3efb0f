// @ts-check
/** What is asked of the server again before it has answered: only the last answer is still wanted. */

/** @import { Request } from "../page_types.js" */

export class Question {
  /** @param {(message: Request) => boolean} send */
  constructor(send) {
    this._send = send;
    this._unanswered = 0;
  }

  /** @param {Request} message */
  ask(message) {
    const isSent = this._send(message);
    if (isSent) this._unanswered += 1;
    return isSent;
  }

  /** Counts an answer or a refusal, which come in the order of what was asked. Returns whether it is the last one. */
  isAnswered() {
    this._unanswered -= 1;
    return this._unanswered === 0;
  }

  /** The connection is lost, and no answer comes. Returns whether there should have been one. */
  forget() {
    const wasAsked = this._unanswered > 0;
    this._unanswered = 0;
    return wasAsked;
  }
}
