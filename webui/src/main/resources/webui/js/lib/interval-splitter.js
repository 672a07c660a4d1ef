// @ts-check
/**
 * Takes a run document apart while it arrives: its intervals one by one, the rest as a whole.
 *
 * The document of a run of weeks is far larger than what a page should hold; so its text is cut at
 * the members of the top-level array `intervals`, and each is handed on and forgotten.
 */

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);
/** The depth of the document's own fields, and that of the members of its arrays. */
const FIELDS = 1;
const MEMBERS = 2;

export class IntervalSplitter {
  /** @param {(interval: any) => void} onInterval */
  constructor(onInterval) {
    this.onInterval = onInterval;
    this.rest = "";
    this.member = "";
    this.name = "";
    this.depth = 0;
    this.inString = false;
    this.escaped = false;
    this.inside = false;
  }

  /** Takes the next piece of text, cut anywhere. @param {string} text */
  push(text) {
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (this.inString) {
        this.#inString(code, text[i]);
      } else if (code === QUOTE) {
        this.inString = true;
        this.name = this.depth === FIELDS ? "" : this.name;
      } else if (OPEN.has(code)) {
        this.depth++;
        if (this.depth === MEMBERS && this.name === "intervals" && text[i] === "[") {
          this.#keep(text, from, i + 1);
          from = i + 1;
          this.inside = true;
        }
      } else if (CLOSE.has(code)) {
        this.depth--;
        if (this.inside && this.depth < MEMBERS) {
          this.#emit(text.slice(from, i));
          from = i;
          this.inside = false;
        }
      } else if (code === COMMA && this.inside && this.depth === MEMBERS) {
        this.#emit(text.slice(from, i));
        from = i + 1;
      }
    }
    this.#keep(text, from, text.length);
  }

  /** The document without its intervals. @returns {any} */
  document() {
    return JSON.parse(this.rest);
  }

  /** @param {number} code @param {string} char */
  #inString(code, char) {
    if (this.escaped) {
      this.escaped = false;
    } else if (code === BACKSLASH) {
      this.escaped = true;
    } else if (code === QUOTE) {
      this.inString = false;
      return;
    }
    if (this.depth === FIELDS) {
      this.name += char;
    }
  }

  /** @param {string} text @param {number} from @param {number} to */
  #keep(text, from, to) {
    if (this.inside) {
      this.member += text.slice(from, to);
    } else {
      this.rest += text.slice(from, to);
    }
  }

  /** @param {string} tail the last piece of a member */
  #emit(tail) {
    const member = this.member + tail;
    this.member = "";
    if (member.trim() !== "") {
      this.onInterval(JSON.parse(member));
    }
  }
}
