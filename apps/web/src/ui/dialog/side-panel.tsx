import { ChevronDown, ChevronUp } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { IconButton } from '../button/icon-button.tsx'
import { closesOnEscape } from '../floating/closes-on-escape.ts'
import { DialogHeader } from './dialog.tsx'
import { useFocusReturn } from './focus-return.ts'
import { pressesEnter } from './presses-enter.ts'

/** The place of a record that is not in a separate window: beside its list. */
export interface PanelPlace {
  /** Whether there is a record before or after it in the list, and what tells that this has changed. */
  canStep: (by: 1 | -1) => boolean
  onStepsChange: (listener: () => void) => () => void
  /** Goes to it. */
  onStep: (by: 1 | -1) => void
}

const PanelPlaceContext = createContext<PanelPlace | null>(null)

/** Makes the `EntityDialog` inside stand in this place; with null it is a window over the page. */
export const PanelPlaceProvider = PanelPlaceContext.Provider

export function usePanelPlace(): PanelPlace | null {
  return useContext(PanelPlaceContext)
}

interface SidePanelProps {
  place: PanelPlace
  onOpenChange: (open: boolean) => void
  title: ReactNode
  aroundTitle?: ((heading: ReactNode) => ReactNode) | undefined
  description?: ReactNode
  aside?: ReactNode
  tools?: ReactNode
  /** Enter was pressed on the panel itself. */
  onEnter?: (() => void) | undefined
  /** It shows a form: stepping to other records is not offered. */
  isForm: boolean
  children: ReactNode
}

/** A dialog beside the list, which stays in use; `children` are its body and its buttons. */
export function SidePanel({
  place,
  onOpenChange,
  title,
  aroundTitle,
  description,
  aside,
  tools,
  onEnter,
  isForm,
  children,
}: SidePanelProps) {
  const { remember, giveBack } = useFocusReturn()
  const close = closesOnEscape(() => onOpenChange(false))
  return (
    <Primitive.Root open modal={false} onOpenChange={onOpenChange}>
      <Primitive.Content
        data-panel
        tabIndex={-1}
        onOpenAutoFocus={(event) => {
          if (document.activeElement !== document.body) remember()
          focusStart(event, isForm)
        }}
        onCloseAutoFocus={(event) => {
          // Details and form take each other's place: the new panel has the focus already.
          if (document.activeElement?.closest('[data-panel]')) event.preventDefault()
          else giveBack(event)
        }}
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          // Escape in the list, in its filter for instance, is not meant for the panel.
          if (document.activeElement?.closest('[data-panel]') === null) event.preventDefault()
        }}
        onKeyDown={(event) => {
          close(event)
          pressesEnter(event, onEnter)
          if (!isForm) stepOnArrow(event, place)
        }}
        className={cn(
          'sticky top-[calc(var(--sticky-top)+1rem)] flex max-h-[calc(100dvh-var(--sticky-top)-2rem)] flex-col rounded-xl border bg-popover shadow-raised outline-none',
          'w-(--panel) shrink-0 animate-fade-in',
        )}
        {...(!description && { 'aria-describedby': undefined })}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps Tab from the dialog, which would turn it round. */}
        <div className="contents" onKeyDown={letTabLeave}>
          <DialogHeader
            title={title}
            aroundTitle={aroundTitle}
            description={description}
            aside={aside}
            tools={
              <>
                {!isForm && <StepTools place={place} />}
                {tools}
              </>
            }
          />
          <PanelPlaceProvider value={null}>{children}</PanelPlaceProvider>
        </div>
      </Primitive.Content>
    </Primitive.Root>
  )
}

function StepTools({ place: { canStep, onStepsChange, onStep } }: { place: PanelPlace }) {
  const { t } = useTranslation()
  const hasPrevious = useSyncExternalStore(onStepsChange, () => canStep(-1))
  const hasNext = useSyncExternalStore(onStepsChange, () => canStep(1))
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label={t('Previous record')}
        disabledReason={hasPrevious ? null : t('This is the first record in the list.')}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('Next record')}
        disabledReason={hasNext ? null : t('This is the last record in the list.')}
        onClick={() => onStep(1)}
      />
    </>
  )
}

/** Radix leads Tab round within every dialog; beside a list it goes on to the list and to the page. */
function letTabLeave(event: KeyboardEvent) {
  if (event.key === 'Tab') event.stopPropagation()
}

/** A form starts in its first field, everything else at its top. */
function focusStart(event: Event, isForm: boolean) {
  event.preventDefault()
  if (!(event.currentTarget instanceof HTMLElement)) return
  const field = isForm && event.currentTarget.querySelector('input:enabled, textarea:enabled, select:enabled')
  const first = field instanceof HTMLElement ? field : event.currentTarget
  first.focus()
}

const TAKES_ARROWS = 'input, textarea, select, [role="menu"], [role="listbox"], [role="tablist"]'

/** Up and down step through the list, where no control of the panel has a use for them. */
function stepOnArrow(event: KeyboardEvent<HTMLElement>, { onStep }: PanelPlace) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
  if (by === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(TAKES_ARROWS)) return
  event.preventDefault()
  onStep(by)
}
