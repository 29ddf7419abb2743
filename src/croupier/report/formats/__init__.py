"""A report as a file: text, HTML, PDF, a workbook."""
