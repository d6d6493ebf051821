import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { Group } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { GroupChoice } from './group-choice.tsx'

interface GroupMenuProps {
  kind: CatalogueKind
  /** The field by which records are put together; null for none. */
  group: string | null
  onChange: (group: string | null) => void
}

/** Opens the choice by what the records of a list are put together. */
export function GroupMenu({ kind, group, onChange }: GroupMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton
          icon={Group}
          label={t('Group by')}
          className={group === null ? undefined : 'bg-primary-soft text-link'}
        />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('Group by')}>
        <GroupChoice
          kind={kind}
          group={group}
          onChange={(next) => {
            close()
            onChange(next)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
