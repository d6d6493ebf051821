import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import type { ToastInput } from '@/ui/toast-store.ts'
import type { AccessChange, AccessRefusal, Arrival } from '@/workspace/port/access.ts'
import type { Membership, Person } from '@/workspace/port.ts'
import { meOf } from './session-state.ts'
import { createAccessController, MEMBERSHIP_DELAY_MS } from './session-store.ts'

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
  askedFactors?: Arrival['askedFactors']
  refusal?: AccessRefusal | null
  guest?: boolean
}

/** A controller over an access that the test plays itself. */
function open({ stored = null, askedFactors = [], refusal = null, guest = false }: OpenOptions = {}) {
  const storage = new MemoryStorage()
  if (guest) storage.setItem('guest-mode', 'true')
  let announce: (change: AccessChange) => void = () => undefined
  const access = {
    restore: vi.fn(async () => stored && { person: stored, askedFactors }),
    onChange: vi.fn((listener: (change: AccessChange) => void) => {
      announce = listener
      return () => undefined
    }),
    signOut: vi.fn(async () => announce({ event: 'signed-out' })),
    takeRefusal: vi.fn<() => AccessRefusal | null>(() => null).mockReturnValueOnce(refusal),
  }
  const mine = vi.fn(async () => admin)
  const beforeSignOut = vi.fn(async () => {})
  const toasts: ToastInput[] = []
  const waiting: { work: () => void; afterMs: number }[] = []
  const controller = createAccessController({
    access,
    membership: { mine },
    storage,
    toast: (input) => void toasts.push(input),
    beforeSignOut,
    later: (work, afterMs) => void waiting.push({ work, afterMs }),
  })
  return {
    controller,
    access,
    beforeSignOut,
    mine,
    storage,
    toasts,
    waiting,
    announce: (change: AccessChange) => announce(change),
  }
}

/** Lets everything that waits for a promise go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('following who is signed in', () => {
  it('[AUTH-71] [AUTH-72] is loading until the stored session is restored', async () => {
    const { controller } = open({ stored: ada })
    expect(controller.current().status).toBe('loading')
    controller.start()
    await settle()
    expect(controller.current()).toEqual({ status: 'signed-in', person: ada, membership: admin })
  })

  it('[AUTH-71] is anonymous when there is no session', async () => {
    const { controller, mine } = open()
    controller.start()
    await settle()
    expect(controller.current()).toEqual({ status: 'anonymous', left: false })
    expect(mine).not.toHaveBeenCalled()
  })

  it('does not greet somebody whose session was there already', async () => {
    const { controller, toasts } = open({ stored: ada })
    controller.start()
    await settle()
    expect(toasts).toEqual([])
  })

  it('[AUTH-64] [AUTH-65] greets on sign-in and reads account and permission 100 ms later', async () => {
    const { controller, toasts, waiting, mine, announce } = open()
    controller.start()
    await settle()
    announce({ event: 'signed-in', person: ada })
    expect(toasts).toEqual([{ title: 'Signed in' }])
    expect(meOf(controller.current())).toMatchObject({
      kind: 'member',
      permissionLevel: 'viewer',
      account: null,
    })
    expect(mine).not.toHaveBeenCalled()
    expect(waiting.map(({ afterMs }) => afterMs)).toEqual([MEMBERSHIP_DELAY_MS])
    waiting[0]?.work()
    await settle()
    expect(meOf(controller.current())).toMatchObject({ permissionLevel: 'admin', account: admin.account })
  })

  it('[PERM-14] [PERM-15] falls back to viewer when the membership cannot be read', async () => {
    const { controller, mine } = open({ stored: ada })
    mine.mockRejectedValue(new Error('No account found for user'))
    controller.start()
    await settle()
    expect(meOf(controller.current())).toEqual({
      kind: 'member',
      personId: 'ada',
      account: null,
      permissionLevel: 'viewer',
    })
  })

  it('ignores a membership that arrives after its person has gone', async () => {
    const { controller, waiting, announce } = open()
    controller.start()
    await settle()
    announce({ event: 'signed-in', person: ada })
    announce({ event: 'signed-in', person: ben })
    waiting[0]?.work()
    await settle()
    expect(controller.current()).toEqual({ status: 'signed-in', person: ben, membership: null })
  })

  it('[AUTH-73] takes over a changed name', async () => {
    const { controller, toasts, announce } = open({ stored: ada })
    controller.start()
    await settle()
    announce({ event: 'updated', person: { ...ada, name: 'Ada Other' } })
    expect(controller.current()).toMatchObject({ person: { name: 'Ada Other' }, membership: admin })
    expect(toasts).toEqual([])
  })
})

describe('[GAP-29] somebody who has still to show a second factor', () => {
  const asked = { status: 'second-factor', person: ada, factors: FACTORS }

  it('is neither greeted nor anybody in the workspace, after a reload either', async () => {
    const { controller, toasts, waiting, mine, announce } = open()
    controller.start()
    await settle()
    announce({ event: 'second-factor-asked', person: ada, factors: FACTORS })
    expect(controller.current()).toEqual(asked)
    expect(meOf(controller.current()).kind).toBe('visitor')
    const reloaded = open({ stored: ada, askedFactors: FACTORS })
    reloaded.controller.start()
    await settle()
    expect(reloaded.controller.current()).toEqual(asked)
    expect([...toasts, ...reloaded.toasts, ...waiting]).toEqual([])
    expect(mine).not.toHaveBeenCalled()
    expect(reloaded.mine).not.toHaveBeenCalled()
  })

  it('signs in by showing it, and can sign out instead', async () => {
    const { controller, toasts, announce } = open({ stored: ada, askedFactors: FACTORS })
    controller.start()
    await settle()
    announce({ event: 'signed-in', person: ada })
    expect(controller.current()).toMatchObject({ status: 'signed-in', person: ada })
    announce({ event: 'second-factor-asked', person: ada, factors: FACTORS })
    await controller.signOut()
    expect(controller.current()).toEqual({ status: 'anonymous', left: true })
    expect(toasts.map(({ title }) => title)).toEqual(['Signed in', 'Signed out'])
  })
})

describe('a sign-in elsewhere that came back without success', () => {
  it('[CLIENT-10] is told once', async () => {
    const { controller, toasts } = open({ refusal: { code: 'unknown', description: 'Not today.' } })
    controller.start()
    await settle()
    expect(controller.current()).toEqual({ status: 'anonymous', left: false })
    await vi.waitFor(() => expect(toasts).toHaveLength(1), 20_000)
    expect(toasts).toEqual([{ title: 'Error signing in', description: 'Not today.', variant: 'destructive' }])
  })
})

describe('signing out', () => {
  it('[AUTH-66] [AUTH-67] [AUTH-68] resets level and account, says so, and has nothing to return to', async () => {
    const { controller, toasts } = open({ stored: ada })
    controller.start()
    await settle()
    await controller.signOut()
    expect(controller.current()).toEqual({ status: 'anonymous', left: true })
    expect(meOf(controller.current())).toEqual({
      kind: 'visitor',
      personId: null,
      account: null,
      permissionLevel: 'viewer',
    })
    expect(toasts).toEqual([{ title: 'Signed out' }])
  })

  it('waits for what must still be sent in the name of the person', async () => {
    const { controller, access, beforeSignOut } = open({ stored: ada })
    controller.start()
    await settle()
    let sent = () => {}
    beforeSignOut.mockReturnValue(new Promise((resolve) => (sent = resolve)))
    const signingOut = controller.signOut()
    await settle()
    expect(access.signOut).not.toHaveBeenCalled()
    sent()
    await signingOut
    expect(controller.current()).toEqual({ status: 'anonymous', left: true })
  })

  it('remembers the place when the session ends elsewhere, and says so', async () => {
    const { controller, announce, toasts } = open({ stored: ada })
    controller.start()
    await settle()
    announce({ event: 'signed-out' })
    expect(controller.current()).toEqual({ status: 'anonymous', left: false, ended: true })
    expect(toasts).toEqual([
      { title: 'Signed out', description: 'Your session has ended. Please sign in again.' },
    ])
  })

  it('[AUTH-70] tells why it did not work, and stays signed in', async () => {
    const { controller, access, toasts } = open({ stored: ada })
    controller.start()
    await settle()
    access.signOut.mockRejectedValue(new Error('The server cannot be reached.'))
    await controller.signOut()
    expect(toasts).toEqual([
      { title: 'Error signing out', description: 'The server cannot be reached.', variant: 'destructive' },
    ])
    expect(controller.current().status).toBe('signed-in')
  })
})

describe('guest mode', () => {
  let opened: ReturnType<typeof open>
  beforeEach(() => {
    opened = open({ guest: true })
    opened.controller.start()
  })

  it('[GUEST-12] [GUEST-13] [GUEST-05] is there at once, as viewer, and looks for no session', () => {
    expect(opened.controller.current()).toEqual({ status: 'guest' })
    expect(meOf(opened.controller.current())).toEqual({
      kind: 'guest',
      personId: null,
      account: null,
      permissionLevel: 'viewer',
    })
    expect(opened.access.restore).not.toHaveBeenCalled()
    expect(opened.access.onChange).not.toHaveBeenCalled()
  })

  it("[GUEST-04] [GUEST-06] saves the flag as 'true' and says what it means", async () => {
    const { controller, storage, toasts } = open()
    controller.start()
    await settle()
    controller.enterGuestMode()
    expect(storage.getItem('guest-mode')).toBe('true')
    expect(controller.current()).toEqual({ status: 'guest' })
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
    await opened.controller.signOut()
    await settle()
    expect(opened.controller.current()).toEqual({ status: 'anonymous', left: true })
    expect(opened.storage.getItem('guest-mode')).toBeNull()
    expect(opened.storage.getItem('guest-mode-permission')).toBeNull()
    expect(opened.storage.getItem('theme')).toBe('dark')
    expect(opened.toasts).toEqual([
      { title: 'Guest mode disabled', description: 'Please sign in to access all features.' },
    ])
    expect(opened.access.signOut).not.toHaveBeenCalled()
  })

  it('follows sign-ins again once it has ended', async () => {
    opened.controller.leaveGuestMode()
    await settle()
    opened.announce({ event: 'signed-in', person: ada })
    expect(opened.controller.current()).toMatchObject({ status: 'signed-in', person: ada })
  })

  it('is not left because of a session that ends in another tab', async () => {
    opened.controller.leaveGuestMode()
    await settle()
    opened.controller.enterGuestMode()
    opened.announce({ event: 'signed-out' })
    expect(opened.controller.current()).toEqual({ status: 'guest' })
  })
})
