import type { Access } from '@cairn/workspace/port/access'
import type { Membership, Workspace } from '@cairn/workspace/port/workspace'
import { createRoot, type Root } from 'react-dom/client'
import { App } from '@/app/app.tsx'
import { applyPreferredLanguage } from '@/i18n/choice.ts'
import { startTranslations } from '@/i18n/setup.ts'
import { chooseTheme, followTheme } from '@/lib/browser/theme.ts'
import { lazy } from '@/lib/loading/lazy.ts'
import { createSessionStore } from '@/session/session-store.ts'
import { toast, toasts } from '@/ui/feedback/toast-store.ts'
import '@/styles/main.css'
import { draftStoreOf } from '@/features/import/state/use-import-draft.ts'
import { scriptedAccess } from './access.ts'
import { ACCOUNT, ADA, type Member } from './people.ts'
import { type Arranged, membersWorkspace } from './workspace.ts'

// All of it before the first test, which would wait for it otherwise.
import.meta.glob(['@/{app,catalogue,features,ui}/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}', '!**/test/**'], {
  eager: true,
})

startTranslations()
followTheme()

interface Visit extends Arranged {
  /** The user of the screen; a guest by default. */
  as?: Member | 'guest' | 'visitor'
  /** The workspace of a member, where a test scripts its answers. */
  workspace?: Workspace
  /** Says account and level each time anew, where they are not those of the user of the screen. */
  membership?: () => Membership | Promise<Membership>
  /** The answers of signing in and up. */
  access?: Partial<Access>
  language?: string
  theme?: 'light' | 'dark'
  /** The state that the navigation keeps beside the address. */
  state?: unknown
}

let root: Root | null = null

/** Opens the app at a path, as a browser does that loads the page. Gives what it reads and writes. */
export async function openApp(path: string, visit: Visit = {}) {
  const { as = 'guest', language } = visit
  const person = typeof as === 'object' ? as : null
  const people = person === null || person === ADA ? [ADA] : [ADA, person]
  const workspace = visit.workspace ?? membersWorkspace({ people, ...visit })
  closeApp()
  if (as === 'guest') localStorage.setItem('guest-mode', 'true')
  if (language !== undefined) localStorage.setItem('language', language)
  if (visit.theme !== undefined) chooseTheme(visit.theme)
  await applyPreferredLanguage()
  // Behind it there is always an entry of this page: Back never leaves the test.
  history.pushState(visit.state ?? null, '', path)
  const access = scriptedAccess(person && { person, requiredFactors: [] }, visit.access)
  const level = person?.level ?? 'viewer'
  const membership = visit.membership ?? (() => ({ account: person && ACCOUNT, permissionLevel: level }))
  const session = createSessionStore({
    access,
    membership: { mine: async () => membership() },
    storage: localStorage,
    toast,
    beforeSignOut: async () => undefined,
    later: (work, afterMs) => void setTimeout(work, afterMs),
  })
  session.start()
  const config = { url: location.origin, key: 'public', sendsMail: true, outbox: null }
  const seen = {
    ...workspace,
    news: { within: async () => ({ membership: await membership(), changed: [] }) },
  }
  const container = document.body.appendChild(document.createElement('div'))
  container.id = 'root'
  root = createRoot(container)
  const services = {
    config,
    session,
    sessionAccess: access,
    access: lazy(async () => access),
    workspace: lazy(async () => seen),
  }
  root.render(<App services={services} />)
  return { access, session, workspace: seen }
}

/** Takes the app away, and all that it kept in this browser. */
export async function forgetApp(): Promise<void> {
  closeApp()
  toasts.forget()
  draftStoreOf('nobody')
  localStorage.clear()
  sessionStorage.clear()
  await cookieStore.delete('sidebar_state')
  chooseTheme('system')
  localStorage.clear()
}

/** Takes the app away, as a reload does; what the browser keeps stays. */
function closeApp(): void {
  root?.unmount()
  root = null
  document.getElementById('root')?.remove()
}
