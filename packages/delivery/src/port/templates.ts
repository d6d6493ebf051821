import type { Language } from './language.ts'

/** Sources of a mail, in the placeholders of Supabase's templates (see render.ts). */
export interface MailTemplate {
  subject: string
  html: string
  text: string
}

/** The templates of one language, by their names. */
export type NamedTemplates = Readonly<Record<string, MailTemplate>>

/** By language; what a language lacks is sent in English. */
export type MailTemplatesByLanguage = Readonly<Record<Language, NamedTemplates>>

/** The texts of SMS, with the placeholder of Supabase's templates for the code: `{{ .Code }}`. */
export interface SmsTemplates {
  signIn: string
  factor: string
}

export const DEFAULT_SMS_TEMPLATES: SmsTemplates = {
  signIn: 'Your code is {{ .Code }}',
  factor: 'Your code is {{ .Code }}',
}

/** By language; what a language lacks is sent in English. */
export type SmsTemplatesByLanguage = Readonly<Record<Language, SmsTemplates>>
