import { Check, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { Dialog, DialogContent, HiddenDialogTitle } from '@/ui/dialog/dialog.tsx'
import { Kbd } from '@/ui/display/kbd.tsx'
import { closesOnEscape } from '@/ui/floating/closes-on-escape.ts'
import { Spinner } from '@/ui/loading/spinner.tsx'
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from '@/ui/picker/command.tsx'
import { MAX_SEARCH_LENGTH } from '../search-state.ts'
import { type Entry, narrowed } from './entries.ts'
import { RecordLineText } from './record-line.tsx'
import { type PalettePage, useEntries } from './use-entries.ts'

interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pages: readonly PalettePage[]
  /** The pages of the settings: listed once something is typed. */
  settings: readonly PalettePage[]
}

/** All screens, records, and actions of every screen, within reach of the keyboard. */
export function CommandPalette({ open, onOpenChange, ...places }: CommandPaletteProps) {
  const { t } = useTranslation()
  const chosen = useRef<Entry | null>(null)
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        aria-describedby={undefined}
        onKeyDown={closesOnEscape(() => onOpenChange(false))}
        // The chosen entry runs once the palette is closed: it may open a window of its own.
        onClosed={() => {
          chosen.current?.run()
          chosen.current = null
        }}
        className="top-[12dvh] h-[min(28rem,80dvh)] max-w-xl translate-y-0 overflow-hidden data-[state=closed]:animate-none max-md:top-4"
      >
        <HiddenDialogTitle>{t('Command palette')}</HiddenDialogTitle>
        <PaletteList
          {...places}
          onChoose={(entry) => {
            chosen.current = entry
            onOpenChange(false)
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

interface PaletteListProps extends Pick<CommandPaletteProps, 'pages' | 'settings'> {
  onChoose: (entry: Entry) => void
}

function PaletteList({ pages, settings, onChoose }: PaletteListProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  /** The entry whose values are listed in place of everything. */
  const [step, setStep] = useState<Entry | null>(null)
  const found = useEntries(text, { pages, settings })
  const { isSearching, hasFailed } = step ? { isSearching: false, hasFailed: false } : found
  const groups = step ? narrowed([valuesOf(step)], text) : found.groups
  const turnTo = (next: Entry | null) => {
    setText('')
    setStep(next)
  }
  return (
    <Command label={t('Command palette')}>
      <CommandInput
        value={text}
        maxLength={MAX_SEARCH_LENGTH}
        onValueChange={setText}
        placeholder={step ? step.label : t('Search, or go to…')}
        onKeyDown={({ key }) => step && text === '' && key === 'Backspace' && turnTo(null)}
        leading={isSearching ? <Spinner /> : <Search aria-hidden />}
        trailing={<Kbd>Esc</Kbd>}
      />
      <CommandList label={t('Pages, records and actions')}>
        {groups.map(({ id, heading, entries }) => (
          <CommandGroup key={id} heading={heading}>
            {entries.map((entry) => (
              <PaletteItem key={entry.id} entry={entry} onChoose={entry.choices ? turnTo : onChoose} />
            ))}
          </CommandGroup>
        ))}
      </CommandList>
      <p role="status" className="border-t px-4 py-2 text-muted-foreground text-xs empty:hidden">
        {hasFailed && t('Records could not be searched. Please try again.')}
      </p>
    </Command>
  )
}

const valuesOf = ({ id, label, choices = [] }: Entry) => ({ id, heading: label, entries: choices })

function PaletteItem({ entry, onChoose }: { entry: Entry; onChoose: (entry: Entry) => void }) {
  const { id, label, icon: Icon, detail, record, disabledReason = null, isChosen = false } = entry
  const aside = disabledReason ?? detail
  return (
    <CommandItem value={id} disabled={disabledReason !== null} onSelect={() => onChoose(entry)}>
      <Icon aria-hidden />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{label}</span>
        {record && <RecordLineText record={record} />}
      </span>
      {isChosen && <Check aria-hidden />}
      {aside && (
        // On a phone an icon says it: the line has no room for the text.
        <span className={cn('max-w-1/2 truncate text-muted-foreground text-xs', record && 'max-md:sr-only')}>
          {aside}
        </span>
      )}
    </CommandItem>
  )
}
