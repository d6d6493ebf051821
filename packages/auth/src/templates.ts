import { DEFAULT_LANGUAGE, type Language } from '@cairn/delivery/port/language'
import { DEFAULT_SMS_TEMPLATES, type NamedTemplates, type SmsTemplates } from '@cairn/delivery/port/templates'
import type { AuthSettings } from './options.ts'

/** The templates of messages to accounts, by language: mails and SMS. */
export function templatesOf({ templates, translations = {}, phone }: AuthSettings): {
  mails: Record<Language, NamedTemplates>
  sms: Record<Language, SmsTemplates>
} {
  const mails: Record<Language, NamedTemplates> = { [DEFAULT_LANGUAGE]: { ...templates } }
  const sms: Record<Language, SmsTemplates> = {
    [DEFAULT_LANGUAGE]: phone?.templates ?? DEFAULT_SMS_TEMPLATES,
  }
  for (const [language, translation] of Object.entries(translations)) {
    mails[language] = translation.mails
    sms[language] = translation.sms
  }
  return { mails, sms }
}
