import { type ComponentType, createContext, type ReactElement, type ReactNode, useContext } from 'react'

export interface TooltipProps {
  /** Without content the child stands alone. */
  content: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  shortcut?: ReactNode
  /** One element that takes a ref and can be focused: a disabled control must be `aria-disabled` instead. */
  children: ReactElement
}

/** The component that draws tooltips, set by `TooltipProvider`. Screens without one, those of /auth, do not load it. */
export const TooltipDrawing = createContext<ComponentType<TooltipProps> | null>(null)

/** A short explanation of the control inside, on hover and on focus. */
export function Tooltip(props: TooltipProps) {
  const Drawing = useContext(TooltipDrawing)
  return Drawing && props.content ? <Drawing {...props} /> : props.children
}
