// The windows that open over any screen: one file of the build.
export { KeysHelp } from './keys/keys-help.tsx'
export { PaletteWindow } from './keys/palette-window.tsx'
export { ViewWindow } from './navigation/view-window.tsx'
