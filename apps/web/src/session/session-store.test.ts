import { PATIENTLY } from '@cairn/testing/patience'
import type { CallbackError, SessionChange, UserSession } from '@cairn/workspace/port/access'
import type { Membership, Person } from '@cairn/workspace/port/workspace'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'
import { MEMBERSHIP_DELAY_MS } from './membership-reader.ts'
import { meOf } from './session-state.ts'
import { createSessionStore } from './session-store.ts'

startTranslations()

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const FACTORS = [{ id: 'f1', kind: 'totp', name: 'Phone' }] as const
const ada: Person = { id: 'ada', email: 'ada@example.org', name: 'Ada Example', avatarUrl: null }
const ben: Person = { id: 'ben', email: 'ben@example.org', name: null, avatarUrl: null }
const admin: Membership = { account: { id: 'a1', name: 'Example' }, permissionLevel: 'admin' }

class MemoryStorage implements Storage {
  private readonly entries = new Map<string, string>()
  get length() {
    return this.entries.size
  }
  key = (index: number) => [...this.entries.keys()][index] ?? null
  getItem = (key: string) => this.entries.get(key) ?? null
  setItem = (key: string, value: string) => void this.entries.set(key, value)
  removeItem = (key: string) => void this.entries.delete(key)
  clear = () => this.entries.clear()
}

interface OpenOptions {
  stored?: Person | null
  requiredFactors?: UserSession['requiredFactors']
  callbackError?: CallbackError | null
  guest?: boolean
}

/** A session store over an `Access` that the test plays itself. */
function open({
  stored = null,
  requiredFactors = [],
  callbackError = null,
  guest = false,
}: OpenOptions = {}) {
  const storage = new MemoryStorage()
  if (guest) storage.setItem('guest-mode', 'true')
  let announce: (change: SessionChange) => void = () => undefined
  const access = {
    restore: vi.fn(async () => stored && { person: stored, requiredFactors }),
    onChange: vi.fn((listener: (change: SessionChange) => void) => {
      announce = listener
      return () => undefined
    }),
    signOut: vi.fn(async () => announce({ event: 'signed-out' })),
    takeCallbackError: vi.fn<() => CallbackError | null>(() => null).mockReturnValueOnce(callbackError),
  }
  const mine = vi.fn(async () => admin)
  const beforeSignOut = vi.fn(async () => {})
  const toasts: ToastInput[] = []
  const waiting: { work: () => void; afterMs: number }[] = []
  const session = createSessionStore({
    access,
    membership: { mine },
    storage,
    toast: (input) => void toasts.push(input),
    beforeSignOut,
    later: (work, afterMs) => void waiting.push({ work, afterMs }),
  })
  return {
    session,
    access,
    beforeSignOut,
    mine,
    storage,
    toasts,
    waiting,
    announce: (change: SessionChange) => announce(change),
  }
}

/** Lets everything that waits for a promise go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('following who is signed in', () => {
  it('[AUTH-71] [AUTH-72] is loading until the stored session is restored', async () => {
    const { session } = open({ stored: ada })
    expect(session.current().status).toBe('loading')
    session.start()
    await settle()
    expect(session.current()).toEqual({ status: 'signed-in', person: ada, membership: admin })
  })

  it('[AUTH-71] is anonymous when there is no session', async () => {
    const { session, mine } = open()
    session.start()
    await settle()
    expect(session.current()).toEqual({ status: 'anonymous', reason: null })
    expect(mine).not.toHaveBeenCalled()
  })

  it('does not announce the sign-in of a user whose session was stored', async () => {
    const { session, toasts } = open({ stored: ada })
    session.start()
    await settle()
    expect(toasts).toEqual([])
  })

  it('[AUTH-64] [AUTH-65] greets on sign-in and reads account and permission 100 ms later', async () => {
    const { session, toasts, waiting, mine, announce } = open()
    session.start()
    await settle()
    announce({ event: 'signed-in', person: ada })
    expect(toasts).toEqual([{ title: 'Signed in' }])
    expect(meOf(session.current())).toMatchObject({
      kind: 'member',
      permissionLevel: 'viewer',
      account: null,
    })
    expect(mine).not.toHaveBeenCalled()
    expect(waiting.map(({ afterMs }) => afterMs)).toEqual([MEMBERSHIP_DELAY_MS])
    waiting[0]?.work()
    await settle()
    expect(meOf(session.current())).toMatchObject({ permissionLevel: 'admin', account: admin.account })
  })

  it('[PERM-14] [PERM-15] [PROF-24] falls back to viewer when the membership cannot be read', async () => {
    const { session, mine } = open({ stored: ada })
    mine.mockRejectedValue(new Error('No account found for user'))
    session.start()
    await settle()
    expect(meOf(session.current())).toEqual({
      kind: 'member',
      personId: 'ada',
      account: null,
      permissionLevel: 'viewer',
    })
  })

  it('[PROF-25] changes nothing after a reread without a difference', async () => {
    const { session, mine } = open({ stored: ada })
    session.start()
    await settle()
    const before = session.current()
    await session.rereadMembership()
    expect(mine).toHaveBeenCalledTimes(2)
    expect(session.current()).toBe(before)
  })

  it('ignores a membership that arrives after its person has gone', async () => {
    const { session, waiting, announce } = open()
    session.start()
    await settle()
    announce({ event: 'signed-in', person: ada })
    announce({ event: 'signed-in', person: ben })
    waiting[0]?.work()
    await settle()
    expect(session.current()).toEqual({ status: 'signed-in', person: ben, membership: null })
  })

  it('[AUTH-73] takes over a changed name', async () => {
    const { session, toasts, announce } = open({ stored: ada })
    session.start()
    await settle()
    announce({ event: 'updated', person: { ...ada, name: 'Ada Other' } })
    expect(session.current()).toMatchObject({ person: { name: 'Ada Other' }, membership: admin })
    expect(toasts).toEqual([])
  })
})

describe('[GAP-29] a user whose second factor is still required', () => {
  const asked = { status: 'second-factor', person: ada, factors: FACTORS }

  it('is not signed in and counts as a visitor, after a reload as well', async () => {
    const { session, toasts, waiting, mine, announce } = open()
    session.start()
    await settle()
    announce({ event: 'second-factor-required', person: ada, factors: FACTORS })
    expect(session.current()).toEqual(asked)
    expect(meOf(session.current()).kind).toBe('visitor')
    const reloaded = open({ stored: ada, requiredFactors: FACTORS })
    reloaded.session.start()
    await settle()
    expect(reloaded.session.current()).toEqual(asked)
    expect([...toasts, ...reloaded.toasts, ...waiting]).toEqual([])
    expect(mine).not.toHaveBeenCalled()
    expect(reloaded.mine).not.toHaveBeenCalled()
  })

  it('signs in by verifying it, and can sign out instead', async () => {
    const { session, toasts, announce } = open({ stored: ada, requiredFactors: FACTORS })
    session.start()
    await settle()
    announce({ event: 'signed-in', person: ada })
    expect(session.current()).toMatchObject({ status: 'signed-in', person: ada })
    announce({ event: 'second-factor-required', person: ada, factors: FACTORS })
    await session.signOut()
    expect(session.current()).toEqual({ status: 'anonymous', reason: 'left' })
    expect(toasts.map(({ title }) => title)).toEqual(['Signed in', 'Signed out'])
  })
})

describe('a sign-in with a provider that came back without success', () => {
  it('[CLIENT-10] is reported once', async () => {
    const { session, toasts } = open({ callbackError: { code: 'unknown', description: 'Not today.' } })
    session.start()
    await settle()
    expect(session.current()).toEqual({ status: 'anonymous', reason: null })
    await vi.waitFor(() => expect(toasts).toHaveLength(1), PATIENTLY)
    expect(toasts).toEqual([{ title: 'Error signing in', description: 'Not today.', variant: 'destructive' }])
  })
})

describe('signing out', () => {
  it('[AUTH-66] [AUTH-67] [AUTH-68] resets level and account, says so, and has nothing to return to', async () => {
    const { session, toasts } = open({ stored: ada })
    session.start()
    await settle()
    await session.signOut()
    expect(session.current()).toEqual({ status: 'anonymous', reason: 'left' })
    expect(meOf(session.current())).toEqual({
      kind: 'visitor',
      personId: null,
      account: null,
      permissionLevel: 'viewer',
    })
    expect(toasts).toEqual([{ title: 'Signed out' }])
  })

  it('waits for what must still be sent in the name of the person', async () => {
    const { session, access, beforeSignOut } = open({ stored: ada })
    session.start()
    await settle()
    let sent = () => {}
    beforeSignOut.mockReturnValue(new Promise((resolve) => (sent = resolve)))
    const signingOut = session.signOut()
    await settle()
    expect(access.signOut).not.toHaveBeenCalled()
    sent()
    await signingOut
    expect(session.current()).toEqual({ status: 'anonymous', reason: 'left' })
  })

  it('remembers the screen when the session is ended by the server or another tab, and says so', async () => {
    const { session, announce, toasts } = open({ stored: ada })
    session.start()
    await settle()
    announce({ event: 'signed-out' })
    expect(session.current()).toEqual({ status: 'anonymous', reason: 'ended' })
    expect(toasts).toEqual([
      { title: 'Signed out', description: 'Your session has ended. Please sign in again.' },
    ])
  })

  it('[AUTH-70] tells why it did not work, and stays signed in', async () => {
    const { session, access, toasts } = open({ stored: ada })
    session.start()
    await settle()
    access.signOut.mockRejectedValue(new Error('The server cannot be reached.'))
    await session.signOut()
    expect(toasts).toEqual([
      { title: 'Error signing out', description: 'The server cannot be reached.', variant: 'destructive' },
    ])
    expect(session.current().status).toBe('signed-in')
  })
})

describe('guest mode', () => {
  let opened: ReturnType<typeof open>
  beforeEach(() => {
    opened = open({ guest: true })
    opened.session.start()
  })

  it('[GUEST-12] [GUEST-13] [GUEST-05] is there at once, as viewer, and looks for no session', () => {
    expect(opened.session.current()).toEqual({ status: 'guest' })
    expect(meOf(opened.session.current())).toEqual({
      kind: 'guest',
      personId: null,
      account: null,
      permissionLevel: 'viewer',
    })
    expect(opened.access.restore).not.toHaveBeenCalled()
    expect(opened.access.onChange).not.toHaveBeenCalled()
  })

  it("[GUEST-04] [GUEST-06] saves the flag as 'true' and says what it means", async () => {
    const { session, storage, toasts } = open()
    session.start()
    await settle()
    session.enterGuestMode()
    expect(storage.getItem('guest-mode')).toBe('true')
    expect(session.current()).toEqual({ status: 'guest' })
    expect(toasts).toEqual([
      {
        title: 'Guest mode enabled',
        description: 'You are now browsing as a guest. Some features may be limited.',
      },
    ])
  })

  it('[GUEST-07] [GUEST-08] [GUEST-09] [GUEST-10] ends on signing out, and leaves nothing behind', async () => {
    opened.storage.setItem('guest-mode-permission', 'admin')
    opened.storage.setItem('theme', 'dark')
    await opened.session.signOut()
    await settle()
    expect(opened.session.current()).toEqual({ status: 'anonymous', reason: 'left' })
    expect(opened.storage.getItem('guest-mode')).toBeNull()
    expect(opened.storage.getItem('guest-mode-permission')).toBeNull()
    expect(opened.storage.getItem('theme')).toBe('dark')
    expect(opened.toasts).toEqual([
      { title: 'Guest mode disabled', description: 'Please sign in to access all features.' },
    ])
    expect(opened.access.signOut).not.toHaveBeenCalled()
  })

  it('follows sign-ins again once it has ended', async () => {
    opened.session.leaveGuestMode()
    await settle()
    opened.announce({ event: 'signed-in', person: ada })
    expect(opened.session.current()).toMatchObject({ status: 'signed-in', person: ada })
  })

  it('is not left because of a session that ends in another tab', async () => {
    opened.session.leaveGuestMode()
    await settle()
    opened.session.enterGuestMode()
    opened.announce({ event: 'signed-out' })
    expect(opened.session.current()).toEqual({ status: 'guest' })
  })
})
