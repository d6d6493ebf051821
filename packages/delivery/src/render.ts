/** The values that a template can name: `{{ .TokenHash }}`, `{{ .Data.name }}`, and lists to range over. */
export interface TemplateValues {
  [name: string]: string | TemplateValues | readonly TemplateValues[]
}

export type Format = 'html' | 'text'

type Found = TemplateValues[string]

/** `{{ if .X }}`, `{{ range .X }}`, `{{ else }}`, `{{ end }}` and `{{ .X }}`. */
const ACTION = /\{\{-?\s*(?:(if|range)\s+\.([\w.]+)|(else|end)|\.([\w.]+))\s*-?\}\}/g

/**
 * Fills a template in the syntax of Supabase's templates (Go's), as far as mails need it: placeholders,
 * `{{ if .X }}…{{ else }}…{{ end }}`, and `{{ range .X }}…{{ end }}`, in which placeholders name the values of an entry
 * of the list. An unknown value is empty. Values are escaped for HTML and never read as template.
 *
 *     render('Hello {{ .Data.name }}', { Data: { name: 'Ada & Co' } }, 'html')   // Hello Ada &amp; Co
 */
export function render(template: string, values: TemplateValues, format: Format): string {
  return fill(parse(template), values, format)
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; path: string }
  | { kind: 'if' | 'range'; path: string; inside: Part[]; otherwise: Part[] }

/** Parses a template. A block without an end extends to the end of the template. */
function parse(template: string): Part[] {
  const root: Part[] = []
  const open: { block: Extract<Part, { path: string; inside: Part[] }>; into: Part[] }[] = []
  let into = root
  let read = 0
  for (const match of template.matchAll(ACTION)) {
    const [whole, block, blockPath = '', word, valuePath] = match
    into.push({ kind: 'text', text: template.slice(read, match.index) })
    read = match.index + whole.length
    if (block === 'if' || block === 'range') {
      const opened = { kind: block, path: blockPath, inside: [], otherwise: [] } satisfies Part
      into.push(opened)
      open.push({ block: opened, into })
      into = opened.inside
    } else if (word === 'else') into = open.at(-1)?.block.otherwise ?? into
    else if (word === 'end') into = open.pop()?.into ?? into
    else if (valuePath !== undefined) into.push({ kind: 'value', path: valuePath })
  }
  into.push({ kind: 'text', text: template.slice(read) })
  return root
}

function fill(parts: readonly Part[], values: TemplateValues, format: Format): string {
  return parts.map((part) => fillPart(part, values, format)).join('')
}

function fillPart(part: Part, values: TemplateValues, format: Format): string {
  if (part.kind === 'text') return part.text
  const found = lookUp(values, part.path)
  if (part.kind === 'value') return textOf(found, format)
  if (part.kind === 'if') return fill(isEmpty(found) ? part.otherwise : part.inside, values, format)
  return isList(found) ? found.map((entry) => fill(part.inside, entry, format)).join('') : ''
}

function lookUp(values: TemplateValues, path: string): Found | undefined {
  let found: Found | undefined = values
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || isList(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

const isList = (found: Found | undefined): found is readonly TemplateValues[] => Array.isArray(found)

function isEmpty(found: Found | undefined): boolean {
  return found === undefined || found === '' || (isList(found) && found.length === 0)
}

function textOf(found: Found | undefined, format: Format): string {
  if (typeof found !== 'string') return ''
  return format === 'html' ? escapeHtml(found) : found
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
