// The windows that open over any screen: one file of the build.
export { ViewWindow } from '@/catalogue/views/view-window.tsx'
export { KeysHelp } from './keys/keys-help.tsx'
export { PaletteWindow } from './keys/palette-window.tsx'
