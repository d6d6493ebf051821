import type { Reason } from '@cairn/workspace/errors'
import { asPhrase, type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'

/** Sentences of the server with placeholders. */
const NAMING: readonly Phrase[] = [
  phrase('A factor with the friendly name "{{name}}" for this user already exists'),
  phrase('For security purposes, you can only request this after {{seconds}} seconds.'),
  phrase('Password should be at least {{length}} characters.'),
  phrase('Password should contain at least one character of each: {{groups}}.'),
  phrase('Too many failed attempts. Please wait {{minutes}} minutes before trying again.'),
]

/**
 * Returns the message of an error in the reader's language: by the code of a refusal and its parameters, otherwise by
 * the English sentence.
 */
export function errorMessage({ message, refusal }: Reason, t: TFunction): string {
  if (refusal) {
    const { code, parameters } = refusal
    const text = t(asPhrase(code), parameters)
    // In English the sentence is that of the server, and so is one of a newer server in any language.
    if (text !== code) return text
  }
  for (const named of NAMING) {
    const values = valuesIn(message, named)
    if (values) return t(named, values)
  }
  return t(asPhrase(message))
}

/** Returns the values of the placeholders in a text; null for another text. */
function valuesIn(text: string, named: Phrase): Record<string, string> | null {
  const parts = named.split(/\{\{(\w+)\}\}/)
  const pattern = parts.map((part, index) =>
    index % 2 === 1 ? `(?<${part}>.+)` : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  return new RegExp(`^${pattern.join('')}$`).exec(text)?.groups ?? null
}
