import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MailTemplate, NamedTemplates } from '@cairn/delivery/port/templates'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SUPABASE_FOLDER } from '../settings/paths.ts'
import { readLanguages } from './mail-languages.ts'
import { sentencesOf, translateMail } from './mail-translation.ts'
import { readSupabaseConfig } from './supabase-config.ts'

const LANGUAGES = ['es', 'fr', 'de']
const ACTION = /\{\{.*?\}\}/g

/** The mails of a language, those of accounts and those of the product. */
let mails: (language: string) => NamedTemplates

beforeAll(async () => {
  const { auth, notices } = await readSupabaseConfig(SUPABASE_FOLDER)
  mails = (language) => ({
    ...(language === 'en' ? { ...auth.templates } : auth.translations?.[language]?.mails),
    ...notices[language],
  })
})

const allSentences = () => new Set(Object.values(mails('en')).flatMap(sentencesOf))
const actionsIn = (text: string) => (text.match(ACTION) ?? []).toSorted()

describe.each(LANGUAGES)('[GAP-23] the mails in %s', (language) => {
  it('are those in English, with the same placeholders, conditions and links, and no sentence left', () => {
    expect(Object.keys(mails(language)).toSorted()).toEqual(Object.keys(mails('en')).toSorted())
    for (const [name, mail] of Object.entries(mails('en'))) {
      const translated = mails(language)[name]
      for (const part of ['subject', 'html', 'text'] as const) {
        expect(actionsIn(translated?.[part] ?? '')).toEqual(actionsIn(mail[part]))
      }
      expect(linksIn(translated?.html)).toEqual(linksIn(mail.html))
      expect(translated?.html).toContain(`<html lang="${language}">`)
      const left = sentencesOf(translated ?? mail).filter((sentence) => allSentences().has(sentence))
      expect(left).toEqual([])
    }
  })

  it('have no phrase too many, and none with other placeholders', async () => {
    const phrases = (await readLanguages(join(SUPABASE_FOLDER, 'templates'))).get(language) ?? new Map()
    const { phone } = (await readSupabaseConfig(SUPABASE_FOLDER)).auth
    expect(phone).toBeUndefined()
    const used = new Set([...allSentences(), 'Your Cairn code is {{ .Code }}'])
    expect([...phrases.keys()].filter((english) => !used.has(english))).toEqual([])
    for (const [english, said] of phrases) expect(actionsIn(said)).toEqual(actionsIn(english))
  })

  it('has its own SMS', async () => {
    const { auth } = await readSupabaseConfig(SUPABASE_FOLDER)
    const sms = auth.translations?.[language]?.sms
    expect(sms?.signIn).toContain('{{ .Code }}')
    expect(sms?.signIn).not.toContain('Your')
  })

  it('keep to lines that a mail program shows whole', () => {
    for (const { text } of Object.values(mails(language))) {
      const lines = text.replace(ACTION, '').split('\n')
      expect(lines.filter((line) => line.length > 80)).toEqual([])
    }
  })
})

const linksIn = (html: string | undefined) =>
  [...(html ?? '').matchAll(/href="([^"]*)"/g)].map(([, link]) => link)

it('[GAP-23] French has its narrow space before what is high, and nobody is addressed in two ways', () => {
  const read = (language: string) =>
    Object.values(
      z
        .record(z.string(), z.string())
        .parse(
          JSON.parse(
            readFileSync(join(SUPABASE_FOLDER, 'templates', 'languages', `${language}.json`), 'utf8'),
          ),
        ),
    ).join('\n')
  expect(read('fr')).not.toMatch(/[^\u202f:/][?!;]|[^\u202f/]:(?!\/)/)
  expect(read('fr')).not.toMatch(/(?<!\p{L})(tu|ton|ta|tes|toi)(?!\p{L})/iu)
  expect(read('de')).not.toMatch(/(?<!\p{L})(du|dein|deine|dich|dir)(?!\p{L})/iu)
  expect(read('es')).not.toMatch(/(?<!\p{L})(usted|ustedes)(?!\p{L})/iu)
})

it('a mail with a sentence that a language does not have is sent in English, whole', () => {
  const mail: MailTemplate = {
    subject: 'Known',
    html: '<p>Known</p>',
    text: 'Known\n\nChanged by the operator.\n',
  }
  const phrases = new Map([['Known', 'Bekannt']])
  expect(translateMail(mail, 'de', phrases)).toBeNull()
  phrases.set('Changed by the operator.', 'Vom Betreiber geändert.')
  expect(translateMail(mail, 'de', phrases)).toEqual({
    subject: 'Bekannt',
    html: '<p>Bekannt</p>',
    text: 'Bekannt\n\nVom Betreiber geändert.\n',
  })
})
