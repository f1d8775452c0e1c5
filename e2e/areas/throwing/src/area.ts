import { defineArea } from '@mms/sdk/define-area'

/** A bad release of the inventory area: it loads, and then throws on render. */
export const area = defineArea({
  name: 'inventory',
  title: 'Medicines',
  owner: 'team-inventory',
  nav: [{ label: 'Medicines', to: '/medicines', order: 10 }],
  routes: [{ path: '/medicines', load: () => import('./throwing.tsx').then((m) => m.Throwing) }],
  widgets: { dashboard: () => import('./throwing.tsx').then((m) => m.Throwing) },
})
