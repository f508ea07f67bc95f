"""The command line: arguments in, one public function, a rendering out."""
