import { unreadable } from '../errors/request-errors.ts'

/** Letters, digits, `_`, `$` and spaces, joined by single dashes. The arrow of a JSON path is no dash. */
const PLAIN_NAME = /[\p{L}\p{Nd}_ $]+(?:-(?!>)[\p{L}\p{Nd}_ $]+)*/uy
const SPACES = /[ \t]*/y

/** Reads a text from left to right. Throws the protocol's error with the position of the unexpected input. */
export class Scanner {
  readonly text: string
  /** The kind of text that is read, for the error: `filter`, `select parameter`. */
  readonly what: string
  /** The number of characters before the text that count in the position of an error. */
  readonly #before: number
  #position = 0

  constructor(what: string, text: string, before = 0) {
    this.what = what
    this.text = text
    this.#before = before
  }

  get position(): number {
    return this.#position
  }

  get atEnd(): boolean {
    return this.#position >= this.text.length
  }

  /** The next character, empty at the end. */
  get next(): string {
    return this.text.charAt(this.#position)
  }

  get rest(): string {
    return this.text.slice(this.#position)
  }

  fail(expected: string): never {
    throw unreadable({ ...this.#place, expected })
  }

  get #place() {
    return { what: this.what, text: this.text, position: this.#position, before: this.#before }
  }

  /** Goes back to a position that was read before. */
  rewind(position: number): void {
    this.#position = position
  }

  /** True when the text continues with these characters; then they are consumed. */
  take(characters: string): boolean {
    if (!this.text.startsWith(characters, this.#position)) return false
    this.#position += characters.length
    return true
  }

  expect(characters: string, expected = JSON.stringify(characters)): void {
    if (!this.take(characters)) this.fail(expected)
  }

  expectEnd(expected = 'end of input'): void {
    if (!this.atEnd) throw unreadable({ ...this.#place, expected, quote: "'" })
  }

  /** The match of a sticky pattern at this position, undefined when it does not match. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#position
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.#position += found.length
    return found
  }

  skipSpaces(): void {
    this.match(SPACES)
  }

  /** A name of the schema: plain, or in double quotes with backslash escapes. */
  name(expected = 'field name (* or [a..z0..9_$])'): string {
    const name = this.next === '"' ? this.quoted() : this.match(PLAIN_NAME)?.trim()
    if (name === undefined || name === '') this.fail(expected)
    return name
  }

  /** A text in double quotes; a backslash escapes the next character. */
  quoted(): string {
    this.expect('"')
    let value = ''
    while (!this.take('"')) {
      if (this.take('\\') && this.atEnd) this.fail('a character')
      if (this.atEnd) this.fail('"\\""')
      value += this.next
      this.#position += 1
    }
    return value
  }

  /** The text up to one of these characters, possibly empty. */
  until(stops: string): string {
    const start = this.#position
    while (!this.atEnd && !stops.includes(this.next)) this.#position += 1
    return this.text.slice(start, this.#position)
  }
}

/** The result of `read`, or undefined with the scanner back at its position. For grammars that need backtracking. */
export function attempt<T>(scanner: Scanner, read: () => T | undefined): T | undefined {
  const start = scanner.position
  const result = read()
  if (result === undefined) scanner.rewind(start)
  return result
}
