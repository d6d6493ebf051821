import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
  menuItemStyle,
} from '../floating/dropdown-menu.tsx'
import { StatusBadge, type StatusStyle } from './status-badge.tsx'

interface StatusMenuProps<Status extends string> {
  /** Whose status it is, for a screen reader. */
  label: string
  status: StatusStyle
  /** The present one, which may be none of the choices. */
  value: string | null
  choices: readonly Status[]
  styleOf: (status: Status) => StatusStyle
  onChange: (status: Status) => void
  disabledReason?: string | null
}

/** A status that can be changed where it stands. Its menu is fixed to the window, so no cell or card clips it. */
export function StatusMenu<Status extends string>(props: StatusMenuProps<Status>) {
  const { label, status, value, choices, styleOf, onChange, disabledReason = null } = props
  const { t } = useTranslation()
  const button = (
    <Button
      variant="ghost"
      className="-ml-1.5 flex gap-1 px-1.5"
      aria-label={`${label}: ${t(status.label)}`}
      disabledReason={disabledReason}
    >
      <StatusBadge status={status} />
      <ChevronDown />
    </Button>
  )
  if (disabledReason !== null) return button
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent inPlace align="start" aria-label={label} className="min-w-36">
        <Primitive.RadioGroup value={value ?? ''}>
          {choices.map((choice) => (
            <Primitive.RadioItem
              key={choice}
              value={choice}
              onSelect={() => choice !== value && onChange(choice)}
              className={`${menuItemStyle} justify-between`}
            >
              <StatusBadge status={styleOf(choice)} />
              <Primitive.ItemIndicator>
                <Check aria-hidden />
              </Primitive.ItemIndicator>
            </Primitive.RadioItem>
          ))}
        </Primitive.RadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
