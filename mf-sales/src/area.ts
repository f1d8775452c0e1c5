import { defineArea } from '@mms/sdk/define-area'

export const area = defineArea({
  name: 'sales',
  title: 'Sales',
  owner: 'team-sales',
  requires: { sdk: '^1.4', ui: '^1.4' },
  order: 5,
  nav: [
    { label: 'Sales', to: '/sales', order: 30 },
    { label: 'Bills', to: '/bills', order: 31 },
  ],
  routes: [
    {
      path: '/sales',
      asks: ['/api/transactions?limit=50'],
      load: async () => (await import('./sales-page.tsx')).SalesPage,
    },
    {
      path: '/sales/history',
      load: async () => (await import('./transactions/changes-page.tsx')).ChangesPage,
    },
    { path: '/bills/store', load: async () => (await import('./store/store-page.tsx')).StorePage },
    {
      path: '/bills/counters',
      load: async () => (await import('./counters/counters-page.tsx')).CountersPage,
    },
    {
      path: '/bills/new',
      asks: ['/api/bills/store'],
      load: async () => (await import('./bills/new-bill-page.tsx')).NewBillPage,
    },
    { path: '/bills', load: async () => (await import('./bill-list/bills-page.tsx')).BillsPage },
    {
      path: '/medicine-bills/:id',
      load: async () => (await import('./bill-list/medicine-bills-page.tsx')).MedicineBillsPage,
    },
    { path: '/bills/:id', load: async () => (await import('./bill-list/bill-page.tsx')).BillPage },
  ],
  widgets: {
    dashboard: async () => (await import('./today/today-panel.tsx')).TodayPanel,
  },
})
