/** Parsed text has no type until something has checked it: these go before the declarations that say `any`. */
interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown
}

interface Body {
  json(): Promise<unknown>
}
