import { defineArea } from '@mms/sdk/define-area'
import * as words from './words/navigation.ts'

// The file list holds a hash for each file, so pages that are used together share one file.
const loadBills = () => import(/* webpackChunkName: "bills" */ './bill-list/bills-page.tsx')
const loadMedicineBills = () => import(/* webpackChunkName: "bills" */ './bill-list/medicine-bills-page.tsx')
const loadBill = () => import(/* webpackChunkName: "bills" */ './bill-list/bill-page.tsx')
const loadCredits = () => import(/* webpackChunkName: "bills" */ './bill-list/credits-page.tsx')
const loadDay = () => import(/* webpackChunkName: "bills-admin" */ './drawers/day-page.tsx')
const loadStore = () => import(/* webpackChunkName: "bills-admin" */ './store/store-page.tsx')
const loadCounters = () => import(/* webpackChunkName: "bills-admin" */ './counters/counters-page.tsx')
const loadReport = () => import(/* webpackChunkName: "bills-admin" */ './bill-report/report-page.tsx')

/** Loads Bills and Day in advance, so that a counter can open them offline. */
const preload = () => void Promise.allSettled([loadBills(), loadDay()])
const PRELOAD_MS = 10_000

export const area = defineArea({
  name: 'sales',
  title: words.sales,
  owner: 'team-sales',
  requires: { sdk: '^1.4', ui: '^1.4' },
  order: 5,
  nav: [
    { label: words.sales, to: '/sales', order: 30 },
    { label: words.bills, to: '/bills', order: 31 },
  ],
  palette: {
    actions: [
      { label: words.recordASale, to: '/sales' },
      { label: words.newBill, to: '/bills/new' },
    ],
  },
  routes: [
    {
      path: '/sales',
      asks: ['/api/transactions?limit=50'],
      load: async () => (await import('./sales-page.tsx')).SalesPage,
    },
    {
      path: '/sales/history',
      load: async () => (await import('./changes-page.tsx')).ChangesPage,
    },
    { path: '/bills/store', load: async () => (await loadStore()).StorePage },
    { path: '/bills/counters', load: async () => (await loadCounters()).CountersPage },
    { path: '/bills/day', load: async () => (await loadDay()).DayPage },
    { path: '/bills/report', load: async () => (await loadReport()).ReportPage },
    {
      path: '/bills/new',
      asks: ['/api/bills/store'],
      load: async () => {
        setTimeout(preload, PRELOAD_MS)
        return (await import('./bills/new-bill-page.tsx')).NewBillPage
      },
    },
    { path: '/bills', load: async () => (await loadBills()).BillsPage },
    { path: '/bills/credits', load: async () => (await loadCredits()).CreditsPage },
    {
      path: '/medicine-bills/:id',
      load: async () => (await loadMedicineBills()).MedicineBillsPage,
    },
    { path: '/bills/:id', load: async () => (await loadBill()).BillPage },
  ],
  widgets: {
    dashboard: async () => (await import('./today/today-panel.tsx')).TodayPanel,
  },
})
