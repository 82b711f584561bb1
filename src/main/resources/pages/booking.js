// Selects the visitor's time zone, follows a choice of another one, and reports the height of an embedded page to the page around it.
const {pathname, searchParams} = new URL(location.href);
const select = document.querySelector('select[data-preselect]');
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
// Also a name that the list lacks, such as US/Eastern. The server keeps its own zone if it does not know the name.
if (select && select.value !== own && searchParams.get('zone') !== own) {
  searchParams.set('zone', own);
  location.replace(`${pathname}?${searchParams}`);
}
document.querySelector('form.zone')?.addEventListener('change', event => event.currentTarget.submit());
if (parent !== window) {
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    parent.postMessage({type: 'gatehouse:height', height}, '*');
  }).observe(document.body);
}
