import type { InboxLine, Muted } from '@cairn/workspace/port/inbox'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '@/lib/text/dates.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { inboxQueries } from '@/queries/inbox.ts'
import { useSave } from '@/shared/form/use-save.ts'
import { mutedName } from './muted-name.ts'

interface Snooze {
  line: InboxLine
  /** Null brings the line back. */
  until: Date | null
}

interface Mute {
  what: Muted
  muted: boolean
}

/** Snoozes lines, and mutes reasons and records. */
export type Quiet = ReturnType<typeof useQuiet>['quiet']

/** Snoozes lines of the inbox and mutes reasons and records; the toast offers to take it back. */
export function useQuiet() {
  const { t, i18n } = useTranslation()
  const { inbox } = useWorkspace()
  const queries = useQueryClient()
  const common = {
    failed: { title: t('The inbox could not be changed') },
    onSaved: () => queries.invalidateQueries({ queryKey: inboxQueries.all }),
  }
  const { save: snooze } = useSave({
    ...common,
    write: async (given: Snooze) => {
      await inbox.snooze(given.line, given.until)
      return given
    },
    done: ({ line, until }) =>
      until === null
        ? { title: t('Back in the inbox') }
        : {
            title: t('Snoozed until {{date}}', { date: formatDate(until, i18n.language) }),
            action: { label: t('Undo'), isUndo: true, onPress: () => snooze({ line, until: null }) },
          },
  })
  const { save: mute, isSaving: isMuting } = useSave({
    ...common,
    write: async (given: Mute) => {
      await (given.muted ? inbox.mute(given.what) : inbox.unmute(given.what))
      return given
    },
    done({ what, muted }) {
      const name = mutedName(what, t)
      if (!muted) return { title: t('{{what}} unmuted', { what: name }) }
      return {
        title: t('{{what}} muted', { what: name }),
        description: t('You end it in the settings, under Notifications.'),
        action: { label: t('Undo'), isUndo: true, onPress: () => mute({ what, muted: false }) },
      }
    },
  })
  const quiet = useMemo(() => ({ snooze, mute }), [snooze, mute])
  return { quiet, isMuting }
}
