import { useTranslation } from 'react-i18next'
import { type Phrase, phrase } from '@/lib/phrase.ts'
import { Badge, type BadgeVariant } from './badge.tsx'

/** The word and colour of a status. */
export interface StatusLook {
  label: Phrase
  variant: BadgeVariant
}

/** The look of a status among those that are known; of any other, 'Unknown'. */
export function lookOf(looks: Readonly<Record<string, StatusLook>>, status: string): StatusLook {
  return (Object.hasOwn(looks, status) && looks[status]) || { label: phrase('Unknown'), variant: 'neutral' }
}

/** How something is: a dot and a word. */
export function StatusBadge({ look }: { look: StatusLook }) {
  const { t } = useTranslation()
  return (
    <Badge variant={look.variant} dot>
      {t(look.label)}
    </Badge>
  )
}
