import { PURPOSE_NAMES, type RecordLink } from '@cairn/workspace/port/records/links'
import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { linkTitle } from './link-text.ts'
import { PURPOSE_ICONS } from './purpose-icon.ts'

interface LinkChooserProps {
  links: readonly RecordLink[]
  /** Gives the place of the link, from 0. */
  onChoose: (index: number) => void
  onClose: () => void
}

/** The links of a record to choose from by the arrow keys and Enter. */
export function LinkChooser({ links, onChoose, onClose }: LinkChooserProps) {
  const { t } = useTranslation()
  return (
    <EntityDialog open onOpenChange={onClose} title={t('Open a link')} narrow>
      <ListPicker
        label={t('Links')}
        options={links.map((link, index) => {
          const Icon = PURPOSE_ICONS[link.purpose]
          return {
            id: String(index),
            label: linkTitle(link),
            keywords: t(PURPOSE_NAMES[link.purpose]),
            leading: <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />,
            trailing: (
              <span className="shrink-0 text-muted-foreground text-xs">{t(PURPOSE_NAMES[link.purpose])}</span>
            ),
          }
        })}
        onPick={(id) => {
          onClose()
          onChoose(Number(id))
        }}
        emptyText={t('No matches.')}
      />
    </EntityDialog>
  )
}
