/** The part of the parser that is used here; it brings no types. */
declare module 'saxen' {
  export type Attributes = () => Readonly<Record<string, string>>
  export type Decode = (text: string) => string

  export class Parser {
    on(event: 'openTag', handler: (name: string, attributes: Attributes, decode: Decode) => void): this
    on(event: 'closeTag', handler: (name: string) => void): this
    on(event: 'text', handler: (text: string, decode: Decode) => void): this
    on(event: 'cdata', handler: (text: string) => void): this
    on(event: 'error' | 'warn', handler: (error: Error) => void): this
    write(xml: string): this
    end(): Error | null
    stop(): void
  }
}
