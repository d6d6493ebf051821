import type { InboxLine } from '@cairn/workspace/port/inbox'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { inboxSentence, inboxTarget } from './inbox-words.ts'

/** The matter that waits, as a link that fills its row where there is a place to go. Keys step from one of them to the next. */
export function InboxSentence({ id, line }: { id?: string; line: InboxLine }) {
  const { t, i18n } = useTranslation()
  const sentence = inboxSentence(line, t, i18n.language)
  const target = inboxTarget(line)
  const common = { id, 'data-line': true }
  const styles = 'wrap-anywhere block text-sm font-medium outline-offset-2'
  if (target === null)
    return (
      <span {...common} tabIndex={-1} className={styles}>
        {sentence}
      </span>
    )
  return (
    <Link {...common} to={target} className={`${styles} after:absolute after:inset-0`}>
      {sentence}
    </Link>
  )
}
