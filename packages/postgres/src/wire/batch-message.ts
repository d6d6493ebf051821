/** The size of most batches, and the size up to which a buffer is kept for the next one. */
const USUAL_BYTES = 4 * 1024
const MOST_KEPT_BYTES = 64 * 1024

/** The length from which a text is measured before it is written: others get the room that they need at the most. */
const MEASURED_LENGTH = 4 * 1024
const MOST_BYTES_OF_A_UNIT = 3

const code = (letter: string) => letter.charCodeAt(0)
const [PARSE, DESCRIBE, CLOSE, BIND, EXECUTE, SYNC] = ['P', 'D', 'C', 'B', 'E', 'S'].map(code)
const STATEMENT = code('S')

/**
 * All messages of a batch in one buffer, so that they go out in one write. Postgres answers a batch when it has read it to
 * its end, so the buffer is written again for the next one.
 * Source: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export class BatchMessage {
  #bytes = Buffer.allocUnsafeSlow(USUAL_BYTES)
  #length = 0

  /** Parses a statement under a name and asks for the names of its columns. */
  parse(name: string, sql: string): void {
    const parse = this.#begin(PARSE)
    this.#text(name)
    this.#text(sql)
    this.#int16(0)
    this.#end(parse)
    this.#aboutStatement(DESCRIBE, name)
  }

  /** Lets Postgres forget a parsed statement. */
  close(name: string): void {
    this.#aboutStatement(CLOSE, name)
  }

  /** Runs a parsed statement with values as texts. */
  execute(name: string, values: readonly (string | null)[]): void {
    const bind = this.#begin(BIND)
    // The unnamed portal, as in the second message.
    this.#text('')
    this.#text(name)
    this.#int16(0)
    this.#int16(values.length)
    for (const value of values) {
      if (value === null) this.#int32(-1)
      else this.#value(value)
    }
    this.#int16(0)
    this.#end(bind)
    const execute = this.#begin(EXECUTE)
    this.#text('')
    // All rows.
    this.#int32(0)
    this.#end(execute)
  }

  /** The whole batch, with its end: Postgres commits, or has undone all of it. It is valid until {@link clear}. */
  ended(): Buffer {
    this.#end(this.#begin(SYNC))
    return this.#bytes.subarray(0, this.#length)
  }

  /** Begins the next batch. */
  clear(): void {
    if (this.#bytes.length > MOST_KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(USUAL_BYTES)
    this.#length = 0
  }

  #aboutStatement(type: number | undefined, name: string): void {
    const about = this.#begin(type)
    this.#room(1)
    this.#length = this.#bytes.writeUInt8(STATEMENT, this.#length)
    this.#text(name)
    this.#end(about)
  }

  /** Begins a message. Returns where its length belongs. */
  #begin(type = 0): number {
    this.#room(5)
    const at = this.#bytes.writeUInt8(type, this.#length)
    this.#length = at + 4
    return at
  }

  #end(lengthAt: number): void {
    this.#bytes.writeInt32BE(this.#length - lengthAt, lengthAt)
  }

  /** A value behind its length. */
  #value(value: string): void {
    this.#int32(0)
    const from = this.#length
    this.#write(value)
    this.#bytes.writeInt32BE(this.#length - from, from - 4)
  }

  /** A text and the byte that ends it. */
  #text(value: string): void {
    this.#write(value)
    this.#room(1)
    this.#length = this.#bytes.writeUInt8(0, this.#length)
  }

  #write(value: string): void {
    const { length } = value
    this.#room(length > MEASURED_LENGTH ? Buffer.byteLength(value) : length * MOST_BYTES_OF_A_UNIT)
    this.#length += this.#bytes.write(value, this.#length)
  }

  #int16(value: number): void {
    this.#room(2)
    this.#length = this.#bytes.writeInt16BE(value, this.#length)
  }

  #int32(value: number): void {
    this.#room(4)
    this.#length = this.#bytes.writeInt32BE(value, this.#length)
  }

  #room(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
