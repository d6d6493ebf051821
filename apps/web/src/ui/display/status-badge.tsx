import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeVariant } from './badge.tsx'

/** The word and colour of a status. */
export interface StatusStyle {
  label: Phrase
  variant: BadgeVariant
}

/** The style of a status among those that are known; of any other, 'Unknown'. */
export function styleOf(styles: Readonly<Record<string, StatusStyle>>, status: string): StatusStyle {
  return (Object.hasOwn(styles, status) && styles[status]) || { label: phrase('Unknown'), variant: 'neutral' }
}

/** How something is: a dot and a word. */
export function StatusBadge({ status }: { status: StatusStyle }) {
  const { t } = useTranslation()
  return (
    <Badge variant={status.variant} dot>
      {t(status.label)}
    </Badge>
  )
}
