import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_LANGUAGE, type Language } from '@cairn/delivery/port/language'
import type { MailTemplate, NamedTemplates, SmsTemplates } from '@cairn/delivery/port/templates'
import { z } from 'zod'
import { type Phrases, translateMail } from './mail-translation.ts'

const phrases = z.record(z.string(), z.string())

/** The phrases of each language but English: `templates/languages/<language>.json`. */
export type Languages = ReadonlyMap<Language, Phrases>

/** Throws an error that names the file at fault. */
export async function readLanguages(templates: string): Promise<Languages> {
  const folder = join(templates, 'languages')
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted()
  const read = files.map(async (file): Promise<[Language, Phrases]> => {
    const content: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'))
    return [file.replace('.json', ''), new Map(Object.entries(phrases.parse(content)))]
  })
  return new Map(await Promise.all(read))
}

/** Mails in every language; what a language cannot say whole is left out, and sent in English. */
export function inEveryLanguage(
  mails: Readonly<Record<string, MailTemplate>>,
  languages: Languages,
): Record<Language, NamedTemplates> {
  const translated = [...languages].map(([language, said]) => [language, inLanguage(mails, language, said)])
  return { [DEFAULT_LANGUAGE]: mails, ...Object.fromEntries(translated) }
}

function inLanguage(
  mails: Readonly<Record<string, MailTemplate>>,
  language: Language,
  said: Phrases,
): NamedTemplates {
  const named = Object.entries(mails).flatMap(([name, mail]) => {
    const translated = translateMail(mail, language, said)
    return translated === null ? [] : [[name, translated] as const]
  })
  return Object.fromEntries(named)
}

/** The texts of SMS in another language. */
export function translateSms(sms: SmsTemplates, said: Phrases): SmsTemplates {
  return {
    signIn: said.get(sms.signIn) ?? sms.signIn,
    factor: said.get(sms.factor) ?? sms.factor,
  }
}
