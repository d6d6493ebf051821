/** Sources of a mail, in the placeholders of Supabase's templates (see delivery/render.ts). */
export interface MailTemplate {
  subject: string
  html: string
  text: string
}

/** The templates of one language, by their names. */
export type NamedTemplates = Readonly<Record<string, MailTemplate>>

/** The mails that accounts need. */
export interface MailTemplates {
  confirmation: MailTemplate
  /** To the owner of an address with an account, after another sign-up with it. */
  existingAccount: MailTemplate
  invite: MailTemplate
  magicLink: MailTemplate
  recovery: MailTemplate
  /** To both addresses. */
  emailChange: MailTemplate
  reauthentication: MailTemplate
}
