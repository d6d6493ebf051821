/** The surface of menus and popovers. */
export const floatingStyle =
  'z-60 rounded-lg border bg-popover p-1 shadow-float outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in'
