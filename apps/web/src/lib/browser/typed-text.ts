import { z } from 'zod/mini'
import { enterText } from './enter-text.ts'

const KEY = 'cairn-typed-text'
/** So long the page may take to show the fields again. */
const AWAITED_MS = 10_000
/** Fields for text. Passwords and codes are never kept: what a browser is not to remember is not remembered here. */
const FIELDS = [
  '',
  '[type=text]',
  '[type=email]',
  '[type=search]',
  '[type=url]',
  '[type=tel]',
  '[type=number]',
]
  .map((type) => `input${type || ':not([type])'}`)
  .concat('textarea')
  .map((field) => `${field}:not([readonly]):not([autocomplete*=password]):not([autocomplete=one-time-code])`)
  .map((field) => `${field}:not([autocomplete=off])`)
  .join()

const schema = z.nullable(z.object({ path: z.string(), texts: z.array(z.tuple([z.string(), z.string()])) }))

type Field = HTMLInputElement | HTMLTextAreaElement

/** The text typed on this page and not sent, by the name of its field: the field may be gone when the text is kept. */
const typed = new Map<string, string>()
let path = ''

/** Brings back what was typed before a reload that the page did by itself, and follows what is typed from now on. */
export function followTypedText(): void {
  bringBack(takeTexts())
  addEventListener('input', ({ target }) => note(target), true)
  addEventListener('submit', () => typed.clear(), true)
}

/** Keeps what was typed over a reload, beside the drafts that forms keep by themselves. */
export function keepTypedText(): void {
  const texts = path === location.pathname ? [...typed] : []
  sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, texts }))
}

function note(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  if (!field.matches(FIELDS)) return
  if (path !== location.pathname) typed.clear()
  path = location.pathname
  const name = nameOf(field)
  // Where several fields have this name, the text could come back in another one.
  if (name !== '' && fieldsNamed(name).length === 1) typed.set(name, field.value)
}

/** Fills fields as they appear, for as long as nobody has begun to type. */
function bringBack(texts: Map<string, string>): void {
  if (texts.size === 0) return
  const end = new AbortController()
  const fill = () => {
    for (const field of document.querySelectorAll<Field>(FIELDS)) {
      const text = texts.get(nameOf(field))
      if (text === undefined) continue
      texts.delete(nameOf(field))
      if (field.value === '') enterText(field, text)
    }
    if (texts.size === 0) end.abort()
  }
  const watch = new MutationObserver(fill)
  end.signal.addEventListener('abort', () => watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true })
  addEventListener('keydown', () => end.abort(), { signal: end.signal })
  setTimeout(() => end.abort(), AWAITED_MS)
  fill()
}

function fieldsNamed(name: string): Field[] {
  return [...document.querySelectorAll<Field>(FIELDS)].filter((field) => nameOf(field) === name)
}

function takeTexts(): Map<string, string> {
  try {
    const kept = schema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    sessionStorage.removeItem(KEY)
    return kept?.path === location.pathname ? new Map(kept.texts) : new Map()
  } catch {
    // Storage that is closed to the page has kept nothing.
    return new Map()
  }
}

/** Returns the name by which the user knows a field; it is the same before and after a reload. */
function nameOf(field: Field): string {
  return field.ariaLabel || field.labels?.[0]?.textContent || field.placeholder || field.name
}
