/** What a template can name: `{{ .TokenHash }}`, `{{ .Data.name }}`. */
export interface TemplateValues {
  [name: string]: string | TemplateValues
}

export type Format = 'html' | 'text'

const CONDITION =
  /\{\{-?\s*if\s+\.([\w.]+)\s*-?\}\}([\s\S]*?)(?:\{\{-?\s*else\s*-?\}\}([\s\S]*?))?\{\{-?\s*end\s*-?\}\}/g
const PLACEHOLDER = /\{\{-?\s*\.([\w.]+)\s*-?\}\}/g

/**
 * Fills a template in the syntax that Supabase's templates have, as far as mails need it: placeholders, and
 * `{{ if .X }}…{{ else }}…{{ end }}` without nesting. What is not known is empty. Values are escaped for HTML and never
 * read as template.
 *
 *     render('Hello {{ .Data.name }}', { Data: { name: 'Ada & Co' } }, 'html')   // Hello Ada &amp; Co
 */
export function render(template: string, values: TemplateValues, format: Format): string {
  return template
    .replace(CONDITION, (_whole, path: string, then: string, otherwise: string | undefined) =>
      lookUp(values, path) === '' ? (otherwise ?? '') : then,
    )
    .replace(PLACEHOLDER, (_whole, path: string) => {
      const value = lookUp(values, path)
      return format === 'html' ? escapeHtml(value) : value
    })
}

function lookUp(values: TemplateValues, path: string): string {
  let found: string | TemplateValues | undefined = values
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return ''
    found = found[name]
  }
  return typeof found === 'string' ? found : ''
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
