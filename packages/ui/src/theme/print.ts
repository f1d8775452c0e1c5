/**
 * Prints in black on white, without navigation, buttons and filters. `data-screen-only` hides a part. Page numbers need
 * margin boxes (Chromium 131); other browsers print their own.
 */
export const printCss = {
  '@page': {
    margin: '14mm 12mm 18mm',
    '@bottom-right': { content: '"Page " counter(page) " of " counter(pages)', fontSize: '8pt' },
    '@bottom-left': { content: '"Medicine Management System"', fontSize: '8pt' },
  },
  '@media print': {
    // Otherwise a browser that prints backgrounds paints the dark colours' canvas.
    html: { fontSize: '11px', colorScheme: 'light!' },
    // Name of the store, set by the shell. A printed bill has its own head instead.
    'body[data-shop]:not(:has([data-paper]))::before': { content: 'attr(data-shop)', fontWeight: 'bold' },
    'nav :not(p), form, dialog, button, .chakra-button, [data-screen-only]': { display: 'none!' },
    '*, *::before, *::after': {
      color: 'black!',
      background: 'transparent!',
      boxShadow: 'none!',
      borderColor: '#999!',
    },
    'main, main *': { overflow: 'visible!' },
    'table[role=table]': { display: 'table!', opacity: '1!' },
    'table[role=table] > thead': {
      display: 'table-header-group!',
      position: 'static!',
      clipPath: 'none!',
      width: 'auto!',
      height: 'auto!',
    },
    'table[role=table] th button': { display: 'inline!' },
    'table[role=table] th button svg': { display: 'none!' },
    'table[role=table] > tbody': { display: 'table-row-group!' },
    'table[role=table] tr': { display: 'table-row!', breakInside: 'avoid' },
    'table[role=table] :is(th, td):not([data-screen-only])': {
      display: 'table-cell!',
      px: '1.5!',
      py: '1!',
      textAlign: 'start!',
      minWidth: '0!',
    },
    'table[role=table] :is(th, td)[data-align=end]:not([data-screen-only])': { textAlign: 'end!' },
    'table[role=table] td::before': { display: 'none!' },
    'table[role=table] td:not([data-align=end]) > *': {
      justifyContent: 'flex-start!',
      marginInlineStart: '0!',
    },
  },
}
