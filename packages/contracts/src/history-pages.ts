/** Where administrators read what was done: each page belongs to who keeps that record, and all show them as tabs. */
export const historyPages = [
  { label: 'Medicine changes', page: '/medicines/history' },
  { label: 'Undone', page: '/sales/history' },
] as const
