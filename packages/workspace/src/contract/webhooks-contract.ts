import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import type { WebhookSettings, WebhooksPart } from '../port/webhooks.ts'
import type { ContractOptions } from './options.ts'

function settingsOf(name: string): WebhookSettings {
  return {
    name,
    url: 'https://hooks.example/cairn',
    events: ['record.changed', 'run.failed'],
    filter: { kinds: ['system'], tags: [], fields: ['name'] },
  }
}

/** Tests webhooks against any implementation of the port: as an admin, or as a guest, whose changes are not kept. */
export function webhooksContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('Webhooks', () => {
    const webhooksOf = async () => (await open()).webhooks

    test('are listed by name', async () => {
      const names = (await settle((await webhooksOf()).list())).map(({ name }) => name.toLowerCase())
      expect(names).toEqual([...names].sort())
    })

    if (keepsWrites) describeKept(webhooksOf)
    else describeExamples(webhooksOf, settle)
  })
}

function describeExamples(
  webhooksOf: () => Promise<WebhooksPart>,
  settle: NonNullable<ContractOptions['settle']>,
): void {
  test('guests see two, what they delivered, and what was said', async () => {
    const webhooks = await webhooksOf()
    const list = await settle(webhooks.list())
    expect(list).toHaveLength(2)
    for (const { id } of list) {
      const { items, next } = await settle(webhooks.deliveries(id, null))
      expect(next).toBeNull()
      const times = items.map(({ at }) => at.getTime())
      expect(times).toEqual([...times].sort((one, other) => other - one))
      const [latest] = items
      const exchange = await settle(webhooks.exchange(latest?.id ?? ''))
      expect(JSON.parse(exchange.requestBody)).toMatchObject({ type: latest?.event })
    }
    const gone = settle(webhooks.exchange('none'))
    await expect(gone).rejects.toMatchObject({ message: 'This delivery is no longer in the log.' })
  })

  test('guests change none, and nothing is sent for them', async () => {
    const webhooks = await webhooksOf()
    for (const write of [
      () => webhooks.create(settingsOf('Any'), 'standard'),
      () => webhooks.update('any', settingsOf('Any')),
      () => webhooks.rotateSecret('any'),
      () => webhooks.pause('any'),
      () => webhooks.resume('any'),
      () => webhooks.delete('any'),
      () => webhooks.sendAgain('any'),
      () => webhooks.sendTest('any'),
    ])
      await expect(settle<unknown>(write())).rejects.toBeInstanceOf(GuestModeError)
  })
}

function describeKept(webhooksOf: () => Promise<WebhooksPart>): void {
  test('are kept as they are made and changed, with a secret of their own', async () => {
    const webhooks = await webhooksOf()
    const settings = settingsOf(`Made ${crypto.randomUUID()}`)
    const { id, secret } = await webhooks.create(settings, 'standard')
    expect(secret).toMatch(/^whsec_[\w+/]+=*$/)
    const find = async () => (await webhooks.list()).find((one) => one.id === id)
    expect(await find()).toMatchObject({
      ...settings,
      format: 'standard',
      paused: null,
      failingSince: null,
      deliveredAt: null,
      waiting: 0,
      formerSecretUntil: null,
      ownerName: 'Ada Example',
    })
    expect(await webhooks.deliveries(id, null)).toEqual({ items: [], next: null })

    const changed: WebhookSettings = {
      name: `Changed ${crypto.randomUUID()}`,
      url: 'https://other.example/',
      events: ['member.left'],
      filter: { kinds: [], tags: [], fields: [] },
    }
    await webhooks.update(id, changed)
    expect(await find()).toMatchObject(changed)

    expect(await webhooks.rotateSecret(id)).not.toBe(secret)
    expect((await find())?.formerSecretUntil?.getTime()).toBeGreaterThan(Date.now())

    await webhooks.pause(id)
    expect(await find()).toMatchObject({ paused: 'by_hand' })
    await webhooks.resume(id)
    expect(await find()).toMatchObject({ paused: null })

    await webhooks.delete(id)
    expect(await find()).toBeUndefined()
  })

  test('are refused with what is wrong', async () => {
    const webhooks = await webhooksOf()
    const unsafe = { ...settingsOf('Unsafe'), url: 'ftp://hooks.example/' }
    await expect(webhooks.create(unsafe, 'standard')).rejects.toThrow(/must begin with https:\/\//)
    const silent = { ...settingsOf('Silent'), events: [] }
    await expect(webhooks.create(silent, 'standard')).rejects.toThrow(/^Choose at least one event/)
    const gone = webhooks.update(crypto.randomUUID(), settingsOf('Gone'))
    await expect(gone).rejects.toMatchObject({
      kind: 'not-found',
      message: 'This webhook no longer exists.',
    })
  })
}
