import type { Privileged } from '@cairn/postgres/pool/privileged'
import { unsubscribeWords } from '@cairn/workspace/notifications/mail-words'
import { Hono } from 'hono'
import { html } from 'hono/html'
import {
  type Stoppable,
  UNSUBSCRIBE_PATH,
  type UnsubscribeLinks,
  type Unsubscription,
} from '../../notices/unsubscribe-links.ts'
import { wordsOf } from '../../notices/words.ts'
import type { Env } from '../request/context.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/24px Inter, system-ui, sans-serif }
body { margin: 0 auto; max-width: 32rem; padding: 4rem 1rem }
h1 { font-size: 1.5rem; line-height: 2rem }
button { background: #1f4fd8; border: 0; border-radius: 8px; color: #fff; cursor: pointer; font: inherit; font-weight: 600; padding: 12px 24px }
:focus-visible { outline: 3px solid; outline-offset: 2px }
`

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

interface UnsubscribeParts {
  links: UnsubscribeLinks
  stop: (unsubscription: Unsubscription) => Promise<void>
}

/** Switches mails of a user off for every caller: the token has been checked. */
export function stopIn(database: Privileged): UnsubscribeParts['stop'] {
  return async ({ person, mails }) => {
    await database.statement((sql) => sql`select public.stop_mails(${person}, ${mails})`)
  }
}

/**
 * Where mails are stopped without signing in. GET only asks, for programs that look at mails follow their links; POST is
 * what the page's button sends, and what mail programs send for one press (RFC 8058). It says the same the first time
 * and later, and of a person who is gone; of tokens that are too old the same as of those that are none.
 */
export function unsubscribe({ links, stop }: UnsubscribeParts): Hono<Env> {
  const app = new Hono<Env>()
  const headers = { 'content-security-policy': PAGE_POLICY, 'x-robots-tag': 'noindex' }
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css' }))
  app.get('/', (c) => {
    const found = links.open(c.req.query('token') ?? '')
    return c.html(found === null ? broken() : question(found), found === null ? 404 : 200, headers)
  })
  app.post('/', async (c) => {
    const found = links.open(c.req.query('token') ?? '')
    if (found === null) return c.html(broken(), 404, headers)
    await stop(found)
    return c.html(done(found), 200, headers)
  })
  return app
}

type Content = ReturnType<typeof html>

function page(language: string | null, title: string, content: Content): Content {
  return html`<!doctype html>
    <html lang="${language ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Cairn</title>
        <link rel="stylesheet" href="${UNSUBSCRIBE_PATH}/style.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** The words of the page, in the language of the mail. */
const wordsFor = (language: string | null, mails: Stoppable = 'email') =>
  unsubscribeWords(mails, wordsOf(language))

function settings(language: string | null): Content {
  return html`<p><a href="/settings/notifications">${wordsFor(language).settings}</a></p>`
}

function question({ language, mails }: { language: string | null; mails: Stoppable }): Content {
  const words = wordsFor(language, mails)
  return page(
    language,
    words.title,
    html`<p>${words.question}</p>
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button>${words.button}</button>
      </form>
      ${settings(language)}`,
  )
}

function done({ language }: Unsubscription): Content {
  const words = wordsFor(language)
  return page(language, words.title, html`<p role="status">${words.done}</p>${settings(language)}`)
}

function broken(): Content {
  const words = wordsFor(null)
  return page(null, words.title, html`<p>${words.broken}</p>${settings(null)}`)
}
