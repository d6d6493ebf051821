/** Formatters cost a thousand times more to make than to use, and tables use many: one is made for each language. */
export function perLanguage<F>(make: (language: string) => F): (language: string) => F {
  const made = new Map<string, F>()
  return (language) => {
    const formatter = made.get(language) ?? make(language)
    made.set(language, formatter)
    return formatter
  }
}
