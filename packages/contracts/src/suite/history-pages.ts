/** Each page belongs to the area that keeps the record; all are shown as tabs. */
export const historyPages = [
  { label: 'Medicine changes', page: '/medicines/history' },
  { label: 'Undone', page: '/sales/history' },
] as const
