import { PURPOSE_NAMES, type RecordLink } from '@cairn/workspace/port/records/links'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover, PopoverAnchor, PopoverContent } from '@/ui/floating/popover.tsx'
import { ListPicker, type PickerOption } from '@/ui/picker/list-picker.tsx'
import { linkTitle } from './link-text.ts'
import { PURPOSE_ICONS } from './purpose-icon.ts'

interface LinkChooserProps {
  links: readonly RecordLink[]
  /** Where they are listed. */
  list: RefObject<HTMLUListElement | null>
  /** Gives the place of the link, from 0. */
  onChoose: (index: number) => void
  onClose: () => void
}

/** The links of a record to choose from by the arrow keys and Enter. */
export function LinkChooser({ links, list, onChoose, onClose }: LinkChooserProps) {
  const { t } = useTranslation()
  const [before] = useState(() => document.activeElement)
  const options = links.map(({ purpose, ...link }, index): PickerOption => {
    const Icon = PURPOSE_ICONS[purpose]
    const name = t(PURPOSE_NAMES[purpose])
    return {
      id: String(index),
      label: linkTitle(link),
      keywords: name,
      leading: <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />,
      trailing: <span className="shrink-0 text-muted-foreground text-xs">{name}</span>,
    }
  })
  return (
    <Popover modal open onOpenChange={onClose}>
      <PopoverAnchor virtualRef={anchorOf(list)} />
      <PopoverContent
        aria-label={t('Open a link')}
        className="w-96"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (before instanceof HTMLElement) before.focus()
        }}
      >
        <ListPicker
          label={t('Links')}
          options={options}
          onPick={(id) => {
            onClose()
            onChoose(Number(id))
          }}
          emptyText={t('No matches.')}
        />
      </PopoverContent>
    </Popover>
  )
}

/** Places it beside the list, which may have been drawn again since. */
function anchorOf(list: LinkChooserProps['list']) {
  return { current: { getBoundingClientRect: () => list.current?.getBoundingClientRect() ?? new DOMRect() } }
}
