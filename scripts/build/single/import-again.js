// In place of web/i18n/import-again.ts: all scripts are in this one.

export const importAgain = async (name, attempt, take) => take(await attempt());
