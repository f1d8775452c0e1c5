export const SHOP_NAME_KEY = 'mms.shop-name'

/** The shop's name as this browser last saw it. The login page has no call for it, since strangers open it. */
export const readShopName = () => localStorage.getItem(SHOP_NAME_KEY) ?? ''

/** Prints show the attribute above the page. */
export function showShopName(name = readShopName()): void {
  document.body.dataset.shop = name
}
