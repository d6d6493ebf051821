import type { ComponentProps } from 'react'
import { Input } from '@/ui/input.tsx'

/** The fields before the workspace are as high as their button: there are few, and they are all there is to do. */
export function AccessInput(props: ComponentProps<'input'>) {
  return <Input {...props} className="h-10 px-3 md:text-base" />
}
