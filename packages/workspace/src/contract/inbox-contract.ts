import { describe, expect, test } from 'vitest'
import { GuestModeError } from '../errors.ts'
import type { InboxLine, InboxPart } from '../port/inbox.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Tests the inbox against any implementation of the port. */
export function inboxContract({ open, keepsWrites, settle = (answer) => answer }: ContractOptions): void {
  describe('The inbox', () => {
    const namesOf = (lines: readonly InboxLine[]) =>
      lines.flatMap((line) => ('record' in line ? line.record.name : []))

    if (!keepsWrites) {
      test('[GUEST-15] shows guests lines that they can neither snooze nor mute', async () => {
        const { inbox } = await open()
        const { lines } = await settle(inbox.read(100))
        const [line] = lines
        if (!line) throw new Error('Something waits in the example account.')
        const { reason } = line
        for (const write of [
          () => inbox.snooze(line, null),
          () => inbox.mute({ reason }),
          () => inbox.unmute({ reason }),
        ]) {
          await expect(settle(write())).rejects.toBeInstanceOf(GuestModeError)
        }
        expect(await settle(inbox.muted())).toEqual([])
      })
      return
    }

    test('hides a line that is snoozed or muted, and shows it again', async () => {
      const { inbox, systems } = await open()
      const soon = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10)
      const input = { name: 'Renewing soon', description: '', ownerId: null, fields: { renews_on: soon } }
      const { id } = await settle(systems.add(newSystem(input)))
      const record = { kind: 'system' as const, id, name: 'Renewing soon' }
      const line = await lineOf(inbox, 'Renewing soon')

      const until = new Date(Date.now() + DAY_MS)
      await settle(inbox.snooze(line, until))
      const snoozed = await settle(inbox.read(100))
      expect(namesOf(snoozed.lines)).not.toContain('Renewing soon')
      expect(snoozed.snoozed).toEqual([{ line, until }])
      await settle(inbox.snooze(line, null))

      for (const muted of [{ record }, { reason: 'renewal' as const }]) {
        await settle(inbox.mute(muted))
        expect(namesOf((await settle(inbox.read(100))).lines)).not.toContain('Renewing soon')
        expect(await settle(inbox.muted())).toEqual([muted])
        await settle(inbox.unmute(muted))
      }
      expect(await settle(inbox.muted())).toEqual([])
      expect(await lineOf(inbox, 'Renewing soon')).toEqual(line)
      await settle(systems.remove(id))
    })

    async function lineOf(inbox: InboxPart, name: string): Promise<InboxLine> {
      const { lines } = await settle(inbox.read(100))
      const found = lines.find((line) => 'record' in line && line.record.name === name)
      if (!found) throw new Error(`No line is about ${name}.`)
      return found
    }
  })
}
