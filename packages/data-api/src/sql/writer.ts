/**
 * Collects the values of a statement while its text is written. Nothing that a caller sent becomes part of the text: it
 * becomes a parameter, and only here.
 */
export class Writer {
  readonly values: string[] = []
  #aliases = 0

  /** A parameter as text. SQL casts it where another type is needed, so that the driver never guesses one. */
  text(value: string): string {
    this.values.push(value)
    return `$${this.values.length}::text`
  }

  /** A parameter of a type. */
  as(value: string, type: string): string {
    return type === 'text' ? this.text(value) : `${this.text(value)}::${type}`
  }

  /**
   * A parameter that Postgres reads as this type itself, so that planning sees a constant. Not for types the driver
   * knows.
   */
  typed(value: string, type: 'regconfig'): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }

  /** A parameter whose type Postgres finds by the operator beside it. Not for types the driver knows. */
  untyped(value: string): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** A name for a row source that nothing else in the statement has. */
  alias(): string {
    this.#aliases += 1
    return `t${this.#aliases}`
  }
}

/** A name in double quotes. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`
}

/** A Postgres array literal, for a parameter that is cast to an array type. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
