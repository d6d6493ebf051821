import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthSettings } from '@cairn/auth/options'
import type { MailTemplate } from '@cairn/delivery/port/templates'
import { InvalidProject } from '../supabase-project/invalid-project.ts'
import type { ProjectMails } from '../supabase-project/supabase-file.ts'
import type { ProjectFolder } from './project-folder.ts'

interface Default {
  subject: string
  html: string
}

const link = (title: string, sentence: string, label: string): Default => ({
  subject: title,
  html: `<h2>${title}</h2>\n<p>${sentence}</p>\n<p><a href="{{ .ConfirmationURL }}">${label}</a></p>\n<p>Or enter this code: {{ .Token }}</p>`,
})

/** The mails of a project without its own. */
const DEFAULTS = {
  confirmation: link(
    'Confirm your email address',
    'Follow this link to finish your sign-up:',
    'Confirm email address',
  ),
  invite: link('You are invited', 'Follow this link to accept the invitation:', 'Accept the invitation'),
  magic_link: link('Your sign-in link', 'Follow this link to sign in:', 'Sign in'),
  recovery: link('Set a new password', 'Follow this link to set a new password:', 'Set a new password'),
  email_change: link(
    'Confirm your new email address',
    'Follow this link to change your address from {{ .Email }} to {{ .NewEmail }}:',
    'Change the address',
  ),
  reauthentication: {
    subject: 'Your code',
    html: '<h2>Your code</h2>\n<p>Enter this code: {{ .Token }}</p>',
  },
} as const

const EXISTING_ACCOUNT: Default = {
  subject: 'You already have an account',
  html: '<h2>You already have an account</h2>\n<p>Someone, perhaps you, tried to sign up at {{ .SiteURL }} with this address. The address already has an account, so you can just sign in.</p>',
}

const SECURITY_CHANGE: Default = {
  subject: 'A way into your account has changed',
  html: '<h2>A way into your account has changed</h2>\n<p>When: {{ .Data.at }}. Network address: {{ .Data.address }}.</p>\n<p>If it was not you, set a new password at {{ .SiteURL }}.</p>',
}

/** The mails of a project: its own, and ours where it has none. Throws {@link InvalidProject} for a file that is missing. */
export function readProjectMails(project: ProjectFolder, given: ProjectMails): AuthSettings['templates'] {
  const read = (name: keyof typeof DEFAULTS): MailTemplate => {
    const { subject, content, content_path: path } = given[name] ?? {}
    const usual = DEFAULTS[name]
    const html = content ?? (path ? contentOf(project, name, path) : usual.html)
    return withText({ subject: subject ?? usual.subject, html })
  }
  return {
    confirmation: read('confirmation'),
    invite: read('invite'),
    magicLink: read('magic_link'),
    recovery: read('recovery'),
    emailChange: read('email_change'),
    reauthentication: read('reauthentication'),
    existingAccount: withText(EXISTING_ACCOUNT),
    securityChange: withText(SECURITY_CHANGE),
  }
}

/** The CLI takes the path from the project's root; some projects write it as seen from the folder supabase. */
function contentOf({ root, supabase, config }: ProjectFolder, name: string, path: string): string {
  const file = [join(root, path), join(supabase, path)].find((place) => existsSync(place))
  if (file !== undefined) return readFileSync(file, 'utf8')
  throw new InvalidProject(
    `${config}: auth.email.template.${name}.content_path names ${path}, which is not there.`,
  )
}

const withText = ({ subject, html }: Default): MailTemplate => ({ subject, html, text: textOf(html) })

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** A page as plain text: links with their addresses, a line for each block. */
function textOf(html: string): string {
  return html
    .replace(/<(style|head|script)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/gi, '')
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2: $1')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n\n')
}
